// Copyright 2026 the Rivulet authors. MIT license.

import { ChatCompletionTokenStream, OllamaTokenStream, ProviderError } from "@rivulet/llm";
import { answerChunks, askProvider, httpProviderIds } from "../support/ask.ts";
import { assertEquals } from "./assertions.ts";
import { test, testServer } from "./collection.ts";

const TOKENS = ["Hello ", "🌍", ", ça va? ", "你好"];

for (const id of httpProviderIds) {
  testServer(`stream() of ${id} hands on every token, however the bytes are cut`, {
    chunks: answerChunks(id, TOKENS),
    byteByByte: true,
  }, async ({ base }) => {
    assertEquals((await askProvider(id, { baseUrl: base })).tokens, TOKENS);
  });

  testServer(`stream() of ${id} ends at the marker although the server keeps the connection`, {
    chunks: answerChunks(id, ["a"]),
    end: "open",
  }, async (server) => {
    assertEquals((await askProvider(id, { baseUrl: server.base })).tokens, ["a"]);
    await server.clientGone(0);
  });

  testServer(`stream() of ${id} hands on the token before the connection breaks`, {
    chunks: answerChunks(id, ["a"]).slice(0, 1),
    end: "open",
  }, async (server) => {
    const onToken = () => void server.breakOff();
    const { tokens, error } = await askProvider(id, { baseUrl: server.base }, { onToken });
    assertEquals([tokens, (error as ProviderError).code], [["a"], "stream"]);
  });

  testServer(`stream() of ${id} hands on the status and the server's words`, {
    status: 429,
    headers: { "retry-after": "7" },
    chunks: ['{"error":{"message":"slow down"}}'],
  }, async ({ base }) => {
    const { error } = await askProvider(id, { baseUrl: base });
    assertEquals(error instanceof ProviderError, true);
    const { message, code, reason, retryAfterMs } = error as ProviderError;
    assertEquals([message, code], ["Provider request failed (429)", "http"]);
    assertEquals([reason, retryAfterMs], ["slow down", 7000]);
  });
}

const TOKEN_STREAMS = [[ChatCompletionTokenStream, "local-b"], [
  OllamaTokenStream,
  "local-a",
]] as const;

test("ChatCompletionTokenStream reads a Response", async () => {
  const response = new Response(answerChunks("local-b", ["a", "b"]).join(""));
  const reader = response.body!
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new ChatCompletionTokenStream())
    .getReader();
  const seen: unknown[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    seen.push(read.value);
  }
  assertEquals(seen, ["a", "b"]);
});

/** What a stream gives that another thread would get, and the error at its end. */
async function throughAnotherThread(
  stream: TransformStream<string, string>,
  text: string,
): Promise<unknown[] | undefined> {
  let moved: TransformStream<string, string>;
  try {
    moved = structuredClone(stream, { transfer: [stream as unknown as ArrayBuffer] });
  } catch (error) {
    // Not every runtime can transfer a stream; one that can transfers ours.
    if ((error as Error).name === "DataCloneError") return undefined;
    throw error;
  }
  const writer = moved.writable.getWriter();
  const reader = moved.readable.getReader();
  writer.write(text).then(() => writer.close()).catch(() => {});
  const seen: unknown[] = [];
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      seen.push(read.value);
    }
  } catch (error) {
    seen.push((error as Error).message);
  }
  return seen;
}

test("both token streams are TransformStreams, and are transferred where those are", async () => {
  const plain = await throughAnotherThread(new TransformStream<string, string>(), "a");
  for (const [stream, id] of TOKEN_STREAMS) {
    const [token, marker] = answerChunks(id, ["a"]);
    assertEquals(new stream() instanceof TransformStream, true);
    const read = await throughAnotherThread(new stream(), token! + marker!);
    assertEquals(read, plain && ["a"]);
    const failed = await throughAnotherThread(new stream(), '{"error":"gone"}\n');
    assertEquals(failed, plain && ["Provider stream failed: gone"]);
  }
});
