// Copyright 2026 the Rivulet authors. MIT license.

// The tightest loop that delivers the tokens of a well-behaved server. It handles no error, no abort
// and no odd line.

import { type Contender, PROMPT, type Question } from "../contender.ts";

const BUFFER_SIZE = 16 * 1024;

export const contender: Contender = { ask, embed };

async function ask({ protocol, base, model, fetch, onToken }: Question): Promise<void> {
  const isEvents = protocol === "sse";
  const path = isEvents ? "/v1/chat/completions" : "/api/chat";
  const { body } = await fetch(
    base + path,
    post({
      model,
      stream: true,
      messages: [{ role: "user", content: PROMPT }],
    }),
  );
  const { reader, read } = open(body!);
  const take = isEvents ? takeEvent : takeObject;
  const decoder = new TextDecoder();
  let buffer = new ArrayBuffer(BUFFER_SIZE);
  let held = "";
  reading: while (true) {
    const { value } = await read(buffer);
    if (value === undefined || value.length === 0) break;
    buffer = value.buffer;
    const text = decoder.decode(value, { stream: true });
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      const line = held + text.slice(start, end);
      held = "";
      start = end + 1;
      if (take(line, onToken)) break reading;
    }
    held += text.slice(start);
  }
  await reader.cancel();
}

/** Resolves with true at the end marker. */
function takeEvent(line: string, onToken: (token: string) => void): boolean {
  if (!line.startsWith("data: ")) return false;
  if (line === "data: [DONE]") return true;
  const token = JSON.parse(line.slice(6)).choices[0].delta.content;
  if (token) onToken(token);
  return false;
}

function takeObject(line: string, onToken: (token: string) => void): boolean {
  const payload = JSON.parse(line);
  if (payload.message.content) onToken(payload.message.content);
  return payload.done;
}

interface Opened {
  reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  /** Takes the memory away and hands it back with the bytes. */
  read: (buffer: ArrayBuffer) => Promise<{ value?: Uint8Array<ArrayBuffer> | undefined }>;
}

/** One reused buffer where the body is a byte stream, which a Response made by hand is not. */
function open(body: ReadableStream<Uint8Array<ArrayBuffer>>): Opened {
  try {
    const reader = body.getReader({ mode: "byob" });
    return { reader, read: (buffer) => reader.read(new Uint8Array(buffer)) };
  } catch {
    const reader = body.getReader();
    return { reader, read: () => reader.read() };
  }
}

async function embed(
  { base, model, texts }: { base: string; model: string; texts: string[] },
): Promise<number[][]> {
  const response = await fetch(`${base}/api/embed`, post({ model, input: texts }));
  return (await response.json()).embeddings;
}

function post(body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
}
