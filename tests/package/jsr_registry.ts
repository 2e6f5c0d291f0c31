// Copyright 2026 the Rivulet authors. MIT license.

// As much of JSR as `deno publish` and an import ask for, on this machine.

import { mustRun } from "../support/commands.ts";

/** What Deno asks of the age of a version before it takes it, and more. */
const AGE_MS = 3 * 24 * 60 * 60 * 1000;

/** A registry for one package, which holds the version that is published to it. */
export class JsrRegistry implements AsyncDisposable {
  readonly #folder: string;
  readonly #name: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #version: string | undefined;

  /** Keeps what is published of the package in the folder. */
  constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    this.#server = Deno.serve(options, (request) => this.#answer(request));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const [scope, name] = this.#name.slice(1).split("/");
    const api = `/api/scopes/${scope}/packages/${name}`;
    const [, version] = pathname.split(`${api}/versions/`);
    if (request.method === "POST" && version !== undefined) {
      await this.#take(version, await request.bytes());
      return Response.json({ id: "1", status: "success", error: null });
    }
    if (pathname === api) return Response.json({ scope, name });
    const [, path] = pathname.split(`/${this.#name}/`);
    return path === undefined || this.#version === undefined
      ? notFound()
      : await this.#give(path, this.#version);
  }

  async #take(version: string, pack: Uint8Array): Promise<void> {
    await Deno.writeFile(`${this.#folder}/package.tgz`, pack);
    await mustRun(["tar", "-xzf", "package.tgz"], this.#folder);
    await Deno.remove(`${this.#folder}/package.tgz`);
    this.#version = version;
  }

  async #give(path: string, version: string): Promise<Response> {
    if (path === "meta.json") {
      const createdAt = new Date(Date.now() - AGE_MS);
      return Response.json({ latest: version, versions: { [version]: { createdAt } } });
    }
    if (path === `${version}_meta.json`) {
      const config = JSON.parse(await Deno.readTextFile(`${this.#folder}/deno.json`));
      return Response.json({ manifest: await this.#manifest(), exports: config.exports });
    }
    try {
      const file = await Deno.readFile(`${this.#folder}/${path.replace(`${version}/`, "")}`);
      const headers = path.endsWith(".ts") ? { "content-type": "text/typescript" } : undefined;
      return new Response(file, headers && { headers });
    } catch {
      return notFound();
    }
  }

  async #manifest(): Promise<Record<string, unknown>> {
    const entries = (await this.files()).map(async (path) => {
      const bytes = await Deno.readFile(`${this.#folder}/${path}`);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      return [`/${path}`, { size: bytes.length, checksum: `sha256-${digest.toHex()}` }] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  }

  /** The paths of all files of the published version. */
  async files(folder = ""): Promise<string[]> {
    const paths: string[] = [];
    for await (const { name, isDirectory } of Deno.readDir(`${this.#folder}/${folder}`)) {
      const path = `${folder}${name}`;
      if (isDirectory) paths.push(...await this.files(`${path}/`));
      else paths.push(path);
    }
    return paths.toSorted();
  }
}

function notFound(): Response {
  return Response.json({ code: "notFound", message: "Publish it first" }, { status: 404 });
}
