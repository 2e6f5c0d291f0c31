// Copyright 2026 the Rivulet authors. MIT license.

// What a proxy in the environment gets to see, on Deno, Node and Bun.

import { deepStrictEqual } from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { env, execPath } from "node:process";
import { text } from "node:stream/consumers";

/** The names under which the runtimes look for a proxy. */
const PROXY_NAMES = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];

const LIMIT_MS = 60_000;

/** What an own process runs, since a runtime reads the environment when it starts. */
const program = (baseUrl: string): string => `
  import { ollama, OllamaEmbeddingClient } from "@rivulet/llm";
  const baseUrl = ${JSON.stringify(baseUrl)};
  try {
    const said = [];
    const answer = ollama.tokens({ baseUrl, model: "m" }, { prompt: "private" });
    for await (const token of answer) said.push(token);
    const client = new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs: 9000 });
    const [vector] = await client.embedBatch(["private"]);
    console.log(JSON.stringify([...said, ...vector]));
  } catch (error) {
    console.log(JSON.stringify([error.code, error.message]));
  }
`;

/** Asks a server of this computer while the environment names a proxy, and tells what both saw. */
async function askBesideProxy(host: string, flags: string[]): Promise<object> {
  const seen: string[] = [];
  const proxy = await listen("127.0.0.1", { token: "proxied", onRequest: (url) => seen.push(url) });
  const server = await listen(host === "[::1]" ? "::1" : "127.0.0.1", { token: "direct" });
  try {
    const address = `http://127.0.0.1:${portOf(proxy)}`;
    const proxies = Object.fromEntries(PROXY_NAMES.map((name) => [name, address]));
    const child = spawn(execPath, argumentsFor(flags), {
      // Node heeds them if it is told so.
      env: { ...env, ...proxies, NODE_USE_ENV_PROXY: "1", NO_PROXY: "", no_proxy: "" },
      stdio: ["pipe", "pipe", "inherit"],
      timeout: LIMIT_MS,
    });
    child.stdin.end(program(`http://${host}:${portOf(server)}`));
    return { said: JSON.parse(await text(child.stdout)), proxySaw: seen };
  } finally {
    for (const each of [proxy, server]) await close(each);
  }
}

function argumentsFor(flags: string[]): string[] {
  if ("Deno" in globalThis) return ["run", "--quiet", "--no-prompt", "--no-lock", ...flags, "-"];
  return "Bun" in globalThis ? ["run", "-"] : ["--input-type=module", "-"];
}

interface Answering {
  token: string;
  onRequest?: (url: string) => void;
}

/** A server that answers as Ollama does; as a proxy, for all hosts. */
async function listen(host: string, { token, onRequest }: Answering): Promise<Server> {
  const server = createServer((request, response) => {
    const { url = "" } = request;
    onRequest?.(url);
    request.resume();
    const isEmbedding = url.endsWith("/api/embed");
    const answer = isEmbedding ? { embeddings: [[1, 2]] } : { message: { content: token } };
    response.end(JSON.stringify(answer));
  });
  server.on("connect", ({ url = "" }, socket) => {
    onRequest?.(`CONNECT ${url}`);
    socket.end("HTTP/1.1 502 No\r\n\r\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, host, resolve);
  });
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** Throws where a proxy of the environment sees a request to this computer. */
export async function checkProxy(host: string, flags: string[] = ["-A"]): Promise<void> {
  const expected = { said: ["direct", 1, 2], proxySaw: [] };
  deepStrictEqual(await askBesideProxy(host, flags), expected);
}
