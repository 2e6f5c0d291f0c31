// Copyright 2026 the Rivulet authors. MIT license.

// Runs the cases against any client: `node tests/cases/run.ts ./my_client.ts` (Node 22.18 or newer,
// Deno or Bun). That file exports `ask` and, if it speaks only one of them, `protocols`. Nothing of
// Rivulet is needed: copy this file together with the JSON beside it.

import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** OpenAI's chat completions in server-sent events, or the JSON lines of Ollama. */
export type Protocol = "chat" | "ollama";

/** A client that is put to the test. */
export interface Client {
  readonly protocols?: readonly Protocol[];
  /** Asks the server at `base` (without /v1) for a stream; rejects where the client tells a failure. */
  ask(
    question: { base: string; protocol: Protocol },
    onText: (text: string) => void,
  ): Promise<void>;
  /** Whether the client rejects on purpose what others read: a stream without a finish reason, say. */
  isOnPurpose?(error: unknown): boolean;
}

/** What a client made of a case. "hangs": after ten seconds there was no end. */
export interface Result {
  readonly id: string;
  /** Whether the case is a failure, which has to be told. */
  readonly isFailure: boolean;
  readonly outcome: "held" | "other text" | "not told" | "rejected" | "on purpose" | "hangs";
}

interface Case {
  id: string;
  provider: string;
  config?: unknown;
  over?: string;
  response: { status: number; headers: Record<string, string>; chunks: Chunk[]; end: string };
  expect: { tokens?: string[]; textLength?: number; error?: unknown };
}
type Chunk = string | { base64: string } | { repeat: string; times: number };

const LIMIT_MS = 10_000;
const AT_ONCE = 16;

/** Runs a client over the cases that need no option of ours. */
export async function runCases(
  { protocols = ["chat", "ollama"], ask, isOnPurpose = () => false }: Client,
): Promise<Result[]> {
  const files = ["wire", "decisions", "world", "good", "recorded"];
  const cases = (await Promise.all(files.map(readCases))).flat()
    .filter(({ config, over }) => config === undefined && over === undefined)
    .filter(({ provider }) => protocols.includes(protocolOf(provider)));
  const server = createServer((request, response) => {
    request.resume();
    const index = Number(request.url!.split("/")[1]);
    answer(cases[index]!.response, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const results: Result[] = [];
  const waiting = cases.entries();
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (const [index, { id, provider, expect }] of waiting) {
      const question = {
        base: `http://127.0.0.1:${port}/${index}`,
        protocol: protocolOf(provider),
      };
      let text = "";
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = await Promise.race([
        ask(question, (piece) => text += piece)
          .then(() => "ok", (error) => isOnPurpose(error) ? "on purpose" : "error"),
        new Promise<string>((resolve) => timer = setTimeout(resolve, LIMIT_MS, "hangs")),
      ]);
      clearTimeout(timer);
      results.push({ id, isFailure: "error" in expect, outcome: judge(end, text, expect) });
    }
  }));
  server.closeAllConnections();
  server.close();
  return results;
}

async function readCases(name: string): Promise<Case[]> {
  return JSON.parse(await readFile(new URL(`${name}.json`, import.meta.url), "utf8"));
}

function protocolOf(provider: string): Protocol {
  return provider === "local-a" ? "ollama" : "chat";
}

async function answer(
  { status, headers, chunks, end }: Case["response"],
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, headers).flushHeaders();
  for (const chunk of chunks) {
    response.write(toBytes(chunk));
    // Each chunk leaves by itself.
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  if (end === "close") response.end();
  if (end === "reset") response.destroy();
}

function toBytes(chunk: Chunk): Uint8Array {
  if (typeof chunk === "string") return Buffer.from(chunk);
  if ("base64" in chunk) return Buffer.from(chunk.base64, "base64");
  return Buffer.from(chunk.repeat.repeat(chunk.times));
}

function judge(end: string, text: string, expect: Case["expect"]): Result["outcome"] {
  if (end === "hangs") return "hangs";
  if (end !== "ok" && !("error" in expect)) return end === "error" ? "rejected" : "on purpose";
  if (end === "ok" && "error" in expect) return "not told";
  const isSame = expect.textLength === undefined
    ? text === (expect.tokens ?? []).join("")
    : text.length === expect.textLength;
  return isSame ? "held" : "other text";
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const results = await runCases(await import(pathToFileURL(process.argv[2] ?? "").href));
  const missed = results.filter(({ outcome }) => outcome !== "held");
  for (const { id, outcome } of missed) process.stdout.write(`${id} ${outcome}\n`);
  process.stdout.write(`${results.length - missed.length} of ${results.length} cases held\n`);
  process.exit(missed.length === 0 ? 0 : 1);
}
