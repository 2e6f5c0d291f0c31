// Copyright 2026 the Rivulet authors. MIT license.

// JSON that is nested so deeply that whoever follows it with calls of a function runs out of stack.

import { assert, assertEquals, assertRejects } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import { ProviderError } from "@rivulet/llm/providers";
import { calls } from "../support/calls.ts";
import { stubServer } from "../support/stub_server.ts";

const DEPTH = 20_000;

/** A text inside of so many brackets, which a server could mean to be read. */
function nest(start: string, end: string, depth: number, core = "1"): string {
  return start.repeat(depth) + core + end.repeat(depth);
}

/** Each is one value in JSON. A refusal is read up to 64 KiB: there the text just breaks off. */
const shapes: [name: string, make: (depth: number) => string][] = [
  ["lists in an error", (depth) => `{"error":${nest("[", "]", depth)}}`],
  ["objects in an error", (depth) => `{"error":${nest('{"a":', "}", depth)}}`],
  ["errors in errors", (depth) => `{"error":${nest('{"error":', "}", depth)}}`],
  ["empty lists in an error", (depth) => `{"error":${nest("[", "]", depth, "")}}`],
  [
    "an error beside choices",
    (depth) => `{"choices":[{"delta":{},"error":${nest("[", "]", depth)}}]}`,
  ],
  ["details", (depth) => `{"detail":${nest("[", "]", depth)}}`],
  ["the place of a detail", (depth) => `{"detail":[{"loc":${nest("[", "]", depth)},"msg":"m"}]}`],
  ["errors", (depth) => `{"errors":${nest('{"a":', "}", depth)}}`],
  ["a number of its own", (depth) => `{"base_resp":{"status_code":${nest("[", "]", depth)}}}`],
  ["no success", (depth) => `{"success":false,"x":${nest("[", "]", depth)}}`],
  [
    "parts of a content",
    (depth) => `{"choices":[{"delta":{"content":${nest('[{"text":', "}]", depth, '"x"')}}}]}`,
  ],
  [
    "parts of a message",
    (depth) => `{"message":{"content":${nest('[{"text":', "}]", depth, '"x"')}}}`,
  ],
  [
    "parts of reasoning",
    (depth) =>
      `{"choices":[{"delta":{"content":[{"type":"thinking","thinking":${
        nest('[{"text":', "}]", depth, '"x"')
      }}]}}]}`,
  ],
  [
    "arguments of a tool",
    (depth) =>
      `{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":${
        nest('{"a":', "}", depth)
      }}}]}}]}`,
  ],
  ["the whole", (depth) => nest("[", "]", depth)],
  ["vectors", (depth) => `{"embeddings":${nest("[", "]", depth)}}`],
  ["beside vectors", (depth) => `{"embeddings":[[1]],"x":${nest("[", "]", depth)}}`],
  ["models", (depth) => `{"models":${nest("[", "]", depth)},"data":${nest("[", "]", depth)}}`],
];

for (const call of calls) {
  for (const [name, make] of shapes) {
    Deno.test(`${call.name} ends in words of its own for deep JSON: ${name}`, async () => {
      for (const [status, depth] of [[200, DEPTH], [400, 4000]] as const) {
        const value = make(depth);
        for (const body of [value, `data: ${value}\n\n`]) {
          using _server = stubServer(call.serve(() => new Response(body, { status })));
          assertOwnWords(await call.run().then(() => undefined, (error: unknown) => error));
        }
      }
    });
  }

  Deno.test(`${call.name} says that an error is nested too deeply`, async () => {
    const body = shapes[1]![1](DEPTH);
    using _server = stubServer(call.serve(() => new Response(body)));
    const { reason } = await assertRejects(() => call.run(), Error) as Error & { reason?: string };
    assertEquals(reason, "the server sent an error that is nested more than 100 levels deep");
  });
}

/** An answer that says nothing may be none at all; an error must be one of the library. */
function assertOwnWords(error: unknown): void {
  if (error === undefined) return;
  assert(error instanceof ProviderError || error instanceof EmbeddingError, String(error));
  const texts = [error.message, error.reason ?? "", String(error.cause ?? "")];
  const platformWords = /stack|recursion|RangeError|InternalError/i;
  assert(!platformWords.test(texts.join("\n")), texts.join("\n"));
}
