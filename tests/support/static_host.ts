// Copyright 2026 the Rivulet authors. MIT license.

// A host of static files that reads `_headers` as Netlify does: with its own parser.

import { parseAllHeaders } from "@netlify/headers-parser";

/** A rule as the parser gives it. */
interface Rule {
  readonly forRegExp: RegExp;
  readonly values: Readonly<Record<string, string>>;
}

export interface StaticHost extends AsyncDisposable {
  readonly url: string;
  /** The paths that were asked for. */
  readonly paths: string[];
  /**
   * What is answered in place of a file, by its name; `"silence"` answers nothing until the end, and
   * `"503"` is a problem of the host.
   */
  readonly instead: Map<string, string | "silence">;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
};

/** Serves a folder; `heeds` tells whether its `_headers` are read, as only some hosts do. */
export async function startStaticHost(
  folder: string,
  { heeds = true }: { heeds?: boolean } = {},
): Promise<StaticHost> {
  const rules = heeds ? await readRules(`${folder}/_headers`) : [];
  const paths: string[] = [];
  const instead = new Map<string, string>();
  const ended = Promise.withResolvers<Response>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    if (instead.get(name) === "silence") return await ended.promise;
    if (instead.get(name) === "503") return new Response("Busy", { status: 503 });
    const headers = new Headers({ "content-type": TYPES[name.split(".").at(-1)!] ?? "text/plain" });
    for (const { forRegExp, values } of rules) {
      if (!forRegExp.test(pathname)) continue;
      for (const [header, value] of Object.entries(values)) headers.append(header, value);
    }
    try {
      const body = instead.get(name) ?? await Deno.readFile(`${folder}/${name}`);
      return new Response(body, { headers });
    } catch {
      return new Response("Not found", { status: 404, headers });
    }
  });
  return {
    url: `http://localhost:${server.addr.port}/`,
    paths,
    instead,
    async [Symbol.asyncDispose]() {
      ended.resolve(new Response(null, { status: 503 }));
      await server.shutdown();
    },
  };
}

async function readRules(path: string): Promise<Rule[]> {
  const { headers, errors } = await parseAllHeaders({
    headersFiles: [path],
    minimal: false,
    configHeaders: [],
  });
  if (errors.length > 0) throw new AggregateError(errors, `Netlify does not read "${path}"`);
  return headers as Rule[];
}
