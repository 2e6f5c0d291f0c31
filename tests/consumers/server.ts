// Copyright 2026 the Rivulet authors. MIT license.

/** What the server answers to any question. */
export const ANSWER = "Hello 🌍!";

const HEADERS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** Far more than all of a page but the engine. */
const LARGE = 1_000_000;

/** A server that answers, and that gives the files of a folder to a browser, which keeps none. */
export class ConsumerServer {
  /** The large files, once for each time that they were asked for. */
  readonly largeFiles: string[] = [];
  readonly #folder: string;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(folder: string) {
    this.#folder = folder;
    const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
    this.#server = Deno.serve(options, async ({ method, url }) => {
      if (method === "OPTIONS") return new Response(null, { headers: HEADERS });
      if (method === "POST") return new Response(answerBody(), { headers: HEADERS });
      return await this.#file(new URL(url).pathname);
    });
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }

  async #file(pathname: string): Promise<Response> {
    if (pathname === "/") return html(await this.#page());
    if (!pathname.endsWith(".js")) return new Response("", { status: 404 });
    const script = await Deno.readTextFile(this.#folder + pathname);
    if (script.length > LARGE) this.largeFiles.push(pathname);
    const headers = { "content-type": "text/javascript", "cache-control": "no-store" };
    return new Response(script, { headers });
  }

  /** The page of the build, where it makes one. */
  async #page(): Promise<string> {
    try {
      return await Deno.readTextFile(`${this.#folder}/index.html`);
    } catch {
      return '<!doctype html><script type="module" src="/main.js"></script>';
    }
  }
}

function html(text: string): Response {
  return new Response(text, { headers: { "content-type": "text/html" } });
}

function answerBody(): string {
  const chunks = [...ANSWER].map((content) =>
    JSON.stringify({ choices: [{ delta: { content } }] })
  );
  return [...chunks, "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
}
