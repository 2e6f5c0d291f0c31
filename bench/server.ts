// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The server of all contenders, in a process of its own so that its work is not counted as theirs.
 * Prints its port.
 *
 * The name of the model says how much to send: the number of tokens, or `<texts>x<dimensions>`.
 *
 * @module
 */

import type { Protocol } from "./contender.ts";
import { embeddingAnswer } from "./vectors.ts";
import { answerEvents } from "./workload.ts";

// Without this the server would compress, if the client allows it.
const headers = { "Cache-Control": "no-transform" };

const embeddings = new Map<string, Uint8Array<ArrayBuffer>>();

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => void Deno.stdout.write(new TextEncoder().encode(`${port}\n`)),
}, async (request) => {
  const { pathname } = new URL(request.url);
  const { model, input } = await request.json();
  if (pathname === "/api/embed") return embed(model, input);
  return pathname === "/api/chat" ? stream("ndjson", Number(model)) : stream("sse", Number(model));
});

// Ends with the benchmark, also where that is killed.
await Deno.stdin.readable.pipeTo(new WritableStream());
Deno.exit();

/** One event a chunk, as fast as the client reads them. */
function stream(protocol: Protocol, count: number): Response {
  const events = answerEvents(protocol, count);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = events.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
  const type = protocol === "sse" ? "text/event-stream" : "application/x-ndjson";
  return new Response(body, { headers: { ...headers, "Content-Type": type } });
}

/** The shape is the model's name; a single text is answered with a single vector. */
function embed(model: string, input: string[]): Response {
  const [, dimensions = "1"] = model.split("x");
  const key = `${input.length}x${dimensions}`;
  let answer = embeddings.get(key);
  if (answer === undefined) {
    embeddings.set(key, answer = embeddingAnswer(input.length, Number(dimensions)));
  }
  return new Response(answer, { headers: { ...headers, "Content-Type": "application/json" } });
}
