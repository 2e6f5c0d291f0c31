// Copyright 2026 the Rivulet authors. MIT license.

// A promise of a callback that is rejected too late to be told ends nobody's program.

import { type LLMStreamRequest, lmStudio, OllamaEmbeddingClient } from "@rivulet/llm";
import { assertEquals } from "./assertions.ts";
import { test } from "./collection.ts";

/** When a callback's promise is rejected: after all else is over. */
const LATE_MS = 15;

/** How long rejections may come. */
const WAIT_MS = 60;

const TOKENS = ["a", "b", "c", "d", "e", "f"];

/** What Node and Bun offer, and Deno and browsers do not. */
interface Process {
  on(event: "unhandledRejection", listener: (reason: unknown) => void): void;
  off(event: "unhandledRejection", listener: (reason: unknown) => void): void;
}

/** Runs something, waits for what is late, and gives the rejections that nobody has handled. */
async function unhandledIn(run: () => Promise<unknown>): Promise<unknown[]> {
  const reasons: unknown[] = [];
  const onReason = (reason: unknown): void => void reasons.push(reason);
  const onEvent = (event: Event & { reason?: unknown }): void => {
    event.preventDefault();
    onReason(event.reason);
  };
  // In Deno the name alone would load half of Node.
  const process = "Deno" in globalThis ? undefined : (globalThis as { process?: Process }).process;
  if (process?.on) process.on("unhandledRejection", onReason);
  else globalThis.addEventListener("unhandledrejection", onEvent as EventListener);
  try {
    await run();
    await sleep(WAIT_MS);
    return reasons;
  } finally {
    if (process?.off) process.off("unhandledRejection", onReason);
    else globalThis.removeEventListener("unhandledrejection", onEvent as EventListener);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** An async callback whose promise is rejected late, each time with another error. */
function lateFailure(): () => Promise<void> {
  let count = 0;
  return async () => {
    const error = new Error(`late ${++count}`);
    await sleep(LATE_MS);
    throw error;
  };
}

/** A server that says these things, a network chunk each; it stays open where it is to. */
function answering(lines: readonly string[], { pauseMs = 0, end = "close" } = {}) {
  const encoder = new TextEncoder();
  const body = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      async start(controller) {
        for (const line of lines) {
          if (pauseMs > 0) await sleep(pauseMs);
          try {
            controller.enqueue(encoder.encode(`${line}\n\n`));
          } catch {
            return; // it was cancelled
          }
        }
        if (end === "close") controller.close();
      },
    });
  return () => Promise.resolve(new Response(body()));
}

function tokenLine(text: string): string {
  return `data: {"choices":[{"delta":{"content":"${text}"}}]}`;
}

const ANSWER = [...TOKENS.map(tokenLine), "data: [DONE]"];

async function outcome(
  fetch: () => Promise<Response>,
  request: Partial<LLMStreamRequest>,
): Promise<string> {
  const config = { baseUrl: "http://localhost:1", model: "m", fetch };
  const signal = request.signal ?? new AbortController().signal;
  const full = { prompt: "Q", contextSnippets: [], onToken: () => {}, ...request, signal };
  return await lmStudio.stream(config, full).then(() => "good", (error) => String(error.message));
}

/** A client whose server embeds each text. */
function embedding(): OllamaEmbeddingClient {
  const fetch = (_url: string, { body = "" }: { body?: string }) => {
    const { input } = JSON.parse(body) as { input: string[] };
    return Promise.resolve(Response.json({ embeddings: input.map(() => [1, 2]) }));
  };
  return new OllamaEmbeddingClient({
    ...{ baseUrl: "http://localhost:1", model: "m", timeoutMs: 5000 },
    fetch,
  });
}

const ONE_BY_ONE = { batchSize: 1 };

const WAYS: [what: string, run: () => Promise<unknown>, expected: unknown][] = [
  [
    "two promises of onToken that are rejected, one after the other",
    () => outcome(answering(ANSWER, { pauseMs: 4 }), { onToken: lateFailure() }),
    "late 1",
  ],
  ["an abort inside of onToken, and a rejection behind it", () => {
    const controller = new AbortController();
    const fail = lateFailure();
    const onToken = () => {
      controller.abort("enough");
      return fail();
    };
    return outcome(answering(ANSWER), { onToken, signal: controller.signal });
  }, "The request was aborted"],
  ["a callback that throws while promises of it are pending", () => {
    const fail = lateFailure();
    let count = 0;
    const onToken = () => {
      if (++count === 3) throw new Error("at once");
      return fail();
    };
    return outcome(answering(ANSWER), { onToken });
  }, "at once"],
  [
    "a server's failure, and a rejection behind it",
    () =>
      outcome(answering([tokenLine("a"), 'data: {"error":"boom"}']), { onToken: lateFailure() }),
    "Provider stream failed: boom",
  ],
  ["a loop over tokens() that is left while onReasoning is pending", async () => {
    const reasoning = 'data: {"choices":[{"delta":{"reasoning":"hm"}}]}';
    const fetch = answering([reasoning, ...ANSWER], { end: "open" });
    const config = { baseUrl: "http://localhost:1", model: "m", fetch };
    const request = { prompt: "Q", onReasoning: lateFailure() };
    for await (const token of lmStudio.tokens(config, request)) return token;
  }, "a"],
  [
    "a promise of onToken that is rejected after a good end",
    () => outcome(answering([tokenLine("a"), "data: [DONE]"]), { onToken: lateFailure() }),
    "good",
  ],
  [
    "a promise of onFinish that is rejected after a good end",
    () => outcome(answering(ANSWER), { onFinish: lateFailure() }),
    "good",
  ],
  ["a loop over embedMany() that is left while onProgress is pending", async () => {
    const texts = embedding().embedMany(["a", "b"], { ...ONE_BY_ONE, onProgress: lateFailure() });
    for await (const vectors of texts) return vectors.length;
  }, 1],
  ["an abort of embedMany() while onProgress is pending", async () => {
    const controller = new AbortController();
    const options = { ...ONE_BY_ONE, onProgress: lateFailure(), signal: controller.signal };
    try {
      for await (const _ of embedding().embedMany(["a", "b", "c"], options)) controller.abort();
    } catch (error) {
      return (error as Error).name;
    }
  }, "AbortError"],
  ["two promises of onProgress that are rejected", async () => {
    const options = { ...ONE_BY_ONE, onProgress: lateFailure() };
    try {
      for await (const _ of embedding().embedMany(TOKENS, options)) await sleep(4);
    } catch (error) {
      return (error as Error).message;
    }
  }, "late 1"],
];

for (const [what, run, expected] of WAYS) {
  test(`nothing is left unhandled by ${what}`, async () => {
    let outcome: unknown;
    const unhandled = await unhandledIn(async () => outcome = await run());
    assertEquals([outcome, unhandled.map(String)], [expected, []]);
  });
}

test("a promise of onToken that is rejected while the answer comes ends it with that error", async () => {
  const thrown = new Error("the database is down");
  const onToken = () => Promise.reject(thrown);
  assertEquals(await outcome(answering(ANSWER), { onToken }), thrown.message);
});
