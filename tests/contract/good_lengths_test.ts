// Copyright 2026 the Rivulet authors. MIT license.

// Answers that are long and good, each within a limit that ends one without measure.

import { assertEquals } from "@std/assert";
import { askProvider, httpProviderIds, type Outcome } from "../support/ask.ts";
import { cutIntoPieces } from "../support/bytes.ts";
import { chunked } from "../support/chunked.ts";
import { protocolOf } from "../support/protocol.ts";
import { stubFetch } from "../support/stub_response.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

/** An answer in network chunks of 64 KiB. */
function inPieces(text: string): Iterable<Uint8Array<ArrayBuffer>> {
  return cutIntoPieces(new TextEncoder().encode(text), 64 * KIB);
}

function* repeated(text: string, times: number, last: string): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for (let count = 0; count < times; count++) yield encoder.encode(text);
  yield encoder.encode(last);
}

type ProviderId = typeof httpProviderIds[number];

/** What came of an answer, without its texts, which are too long to be shown. */
async function measure(
  id: ProviderId,
  chunks: Iterable<Uint8Array<ArrayBuffer>>,
): Promise<[error: unknown, tokens: number, length: number, endedBy: string | undefined]> {
  const fetch = stubFetch(() => new Response(chunked(chunks)));
  const { error, tokens, finish }: Outcome = await askProvider(id, { fetch });
  return [error, tokens.length, tokens.join("").length, finish?.endedBy];
}

for (const id of httpProviderIds) {
  const { line, token, end } = protocolOf(id);

  Deno.test(`stream() of ${id} takes a line of 15 MiB`, async () => {
    const chunks = inPieces(token("x".repeat(15 * MIB)) + end);
    assertEquals(await measure(id, chunks), [undefined, 1, 15 * MIB, "marker"]);
  });

  Deno.test(`stream() of ${id} waits for the first token through 31 MiB of keep-alives`, async () => {
    const lines = [`: keep-alive${" ".repeat(500)}\n\n`, `${" ".repeat(500)}\n`].join("");
    const keepAlives = lines.repeat(MIB / lines.length);
    const chunks = repeated(keepAlives, 31, token("a") + end);
    assertEquals(await measure(id, chunks), [undefined, 1, 1, "marker"]);
  });

  Deno.test(`stream() of ${id} counts what comes without a token from the last token on`, async () => {
    const silent = line(`{"progress":"${"x".repeat(1000)}"}`);
    const silence = silent.repeat(20 * MIB / silent.length);
    const chunks = repeated(silence + token("a"), 3, end);
    assertEquals(await measure(id, chunks), [undefined, 3, 3, "marker"]);
  });

  Deno.test(`stream() of ${id} hands on 100,000 tokens`, async () => {
    const chunks = repeated(token("word ").repeat(1000), 100, end);
    assertEquals(await measure(id, chunks), [undefined, 100_000, 500_000, "marker"]);
  });

  Deno.test(`stream() of ${id} takes a whole answer of almost 1 MiB that is printed for people`, async () => {
    const text = "x".repeat(MIB - 100);
    const chunks = inPieces(JSON.stringify({ choices: [{ message: { content: text } }] }, null, 1));
    assertEquals(await measure(id, chunks), [undefined, 1, text.length, "eof"]);
  });

  Deno.test(`stream() of ${id} takes a whole answer of 2 MiB on one line`, async () => {
    const text = "x".repeat(2 * MIB);
    const chunks = inPieces(JSON.stringify({ choices: [{ message: { content: text } }] }));
    assertEquals(await measure(id, chunks), [undefined, 1, text.length, "eof"]);
  });

  Deno.test(`stream() of ${id} takes an event of 10,000 lines`, async () => {
    const logprobs = Array.from({ length: 10_000 }, (_, index) => -index);
    const json = JSON.stringify({ choices: [{ delta: { content: "a" } }], logprobs }, null, 1);
    const chunks = inPieces(`${json.replace(/^/gm, "data: ")}\n\ndata: [DONE]\n\n`);
    assertEquals(await measure(id, chunks), [undefined, 1, 1, "marker"]);
  });

  Deno.test(`stream() of ${id} takes 5,000 objects on one line`, async () => {
    const object = '{"choices":[{"delta":{"content":"a"}}]}';
    const chunks = inPieces(line(object.repeat(5000)) + end);
    assertEquals(await measure(id, chunks), [undefined, 5000, 5000, "marker"]);
  });
}
