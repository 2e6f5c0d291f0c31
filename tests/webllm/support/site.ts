// Copyright 2026 the Rivulet authors. MIT license.

/// <reference lib="deno.unstable" />

import { Gates } from "./gates.ts";
import { openedPackageText } from "./package.ts";
import { chatConfig } from "./script.ts";

/** The marks of the embedding model are tokens of their own, as in the tokenizers of its family. */
const MARKS = ["[CLS]", "[SEP]"].map((content, index) => ({
  id: index + 1,
  content,
  special: true,
  ...{ "single_word": false, lstrip: false, rstrip: false, normalized: false },
}));
const TOKENIZER = {
  version: "1.0",
  "added_tokens": MARKS,
  "pre_tokenizer": { type: "Whitespace" },
  model: { type: "WordLevel", vocab: { a: 0, "[CLS]": 1, "[SEP]": 2 }, "unk_token": "a" },
};
const SHARD_BYTES = 64 * 1024;
/** The files of the weights. */
export const SHARDS = ["shard_0.bin", "shard_1.bin", "shard_2.bin", "shard_3.bin"];
/** More of them than the engine fetches at once, for a model whose id begins with `many`. */
export const MANY_SHARDS: string[] = Array.from({ length: 8 }, (_, index) => `many_${index}.bin`);
/** What a file should hold that is shorter, for a model whose id begins with `cut`. */
const TOO_MUCH = {
  name: "weight",
  shape: [SHARD_BYTES],
  dtype: "float32",
  format: "f32-to-bf16",
  byteOffset: 0,
  nbytes: 2 * SHARD_BYTES,
};

/** The list of weights of a model. */
function weightsOf(id: string): string {
  const names = id.startsWith("many") ? MANY_SHARDS : SHARDS;
  const content = id.startsWith("cut") ? [TOO_MUCH] : [];
  const records = names.map((dataPath) => ({ dataPath, nbytes: SHARD_BYTES, records: content }));
  return JSON.stringify({ metadata: {}, records });
}

const files: Record<string, (id: string) => BodyInit> = {
  "mlc-chat-config.json": () => JSON.stringify(chatConfig),
  "tokenizer.json": () => JSON.stringify(TOKENIZER),
  "tensor-cache.json": weightsOf,
  "program.wasm": () => new Uint8Array(8),
  ...Object.fromEntries(
    [...SHARDS, ...MANY_SHARDS].map((name) => [name, () => new Uint8Array(SHARD_BYTES)]),
  ),
};

/**
 * A web site with a test page and the files of a model, on this machine. Its points are the files
 * of the model: one that is held begins and does not end.
 */
export class Site extends Gates {
  /** How often a script with the engine in it was asked for. */
  engineLoads = 0;
  /** Status by file name; 200 for the others. */
  readonly statuses = new Map<string, number>();
  /** What files hold in place of what they should. */
  readonly replaced = new Map<string, BodyInit>();
  /** The Content Security Policy of an answer, by its path. */
  readonly policies = new Map<string, string>();
  /** Passed by the files whose transfer the browser gives up. */
  readonly givenUp = new Gates();
  readonly #pages: Map<string, string>;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  private constructor(pages: Map<string, string>) {
    super();
    this.#pages = pages;
    const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
    this.#server = Deno.serve(options, (request) => this.#answer(new URL(request.url)));
  }

  static async start(): Promise<Site> {
    return new Site(await (pages ??= buildPages()));
  }

  get port(): number {
    return this.#server.addr.port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The names of the model's files, as they were asked for. */
  get requests(): string[] {
    return this.log;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.release();
    await this.#server.shutdown();
  }

  #answer({ pathname }: URL): Response {
    const name = pathname.split("/").at(-1)!;
    if (pathname.startsWith("/model/")) return this.#answerFile(name, pathname.split("/")[2]!);
    const text = this.#pages.get(pathname);
    if (text === undefined) return new Response("", { status: 404 });
    if (text.includes("MLCEngine") && text.length > 1e6) this.engineLoads++;
    const type = pathname === "/" ? "text/html" : "text/javascript";
    const policy = this.policies.get(pathname);
    const headers = policy === undefined ? {} : { "content-security-policy": policy };
    return new Response(text, { headers: { "content-type": type, ...headers } });
  }

  #answerFile(name: string, id: string): Response {
    const released = this.pass(name);
    const status = files[name] === undefined ? 404 : this.statuses.get(name) ?? 200;
    const content = this.replaced.get(name) ?? files[name]?.(id) ?? "";
    const body = status === 200 ? this.#body(name, content, released) : "";
    return new Response(body, { status });
  }

  #body(name: string, content: BodyInit, released: Promise<void>): ReadableStream {
    let isWanted = true;
    return new ReadableStream({
      start: async (controller) => {
        await released;
        if (!isWanted) return;
        controller.enqueue(await new Response(content).bytes());
        controller.close();
      },
      cancel: () => {
        isWanted = false;
        this.givenUp.pass(name);
      },
    });
  }
}

let pages: Promise<Map<string, string>> | undefined;

async function buildPages(): Promise<Map<string, string>> {
  const folder = import.meta.dirname!;
  const { outputFiles = [], errors } = await Deno.bundle({
    entrypoints: [
      `${folder}/page.ts`,
      `${folder}/page_worker.ts`,
      `${folder}/script.ts`,
      `${folder}/service_worker.ts`,
    ],
    outputDir: "/pages",
    platform: "browser",
    codeSplitting: true,
    write: false,
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const scripts = outputFiles.map(({ path, text }) => {
    return [path.slice(path.lastIndexOf("/")), text()] as const;
  });
  return new Map([
    ...scripts,
    [
      "/",
      '<!doctype html><title>Test</title><script type="module" src="/page.js"></script>',
    ],
    ["/opened_package.js", await openedPackageText()],
    ["/opened_worker.js", OPENED_WORKER],
    ["/other_worker.js", OTHER_WORKER],
  ]);
}

const OPENED_WORKER = `
import * as opened from "/opened_package.js";
import { serveScript } from "/script.js";
serveScript(opened);
`;

/** What the package itself offers for the file of a worker. */
const OTHER_WORKER = `
import { WebWorkerMLCEngineHandler } from "/opened_package.js";
const handler = new WebWorkerMLCEngineHandler();
addEventListener("message", (event) => handler.onmessage(event));
`;
