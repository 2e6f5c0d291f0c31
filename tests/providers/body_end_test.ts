// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { getProviderById } from "@rivulet/llm";
import { answerChunks, configFor, httpProviderIds, requestFor } from "../support/ask.ts";
import { protocolOf } from "../support/protocol.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** What a server does once it has written its end marker or its failure. */
interface AfterTheEnd {
  /** Pieces that still come. */
  rest?: Uint8Array<ArrayBuffer>[];
  /** Whether the body ends after them. */
  closes: boolean;
  /** Called right before it does. */
  onClose?: () => void;
  status?: number;
}

/** An answer, and what becomes of its body and of its request. */
function answer(
  text: string,
  { rest = [], closes, onClose = () => {}, status = 200 }: AfterTheEnd,
) {
  const seen = { reads: 0, cancelled: false, signal: undefined as AbortSignal | undefined };
  const reading = Promise.withResolvers<void>();
  const pieces = [bytes(text), ...rest];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const piece = pieces[seen.reads++];
      if (piece !== undefined) return controller.enqueue(piece);
      reading.resolve();
      if (!closes) return new Promise(() => {});
      onClose();
      return controller.close();
    },
    cancel: () => void (seen.cancelled = true),
  }, { highWaterMark: 0 });
  const fetch = (_url: string, { signal }: { signal: AbortSignal }): Promise<Response> => {
    seen.signal = signal;
    return Promise.resolve(new Response(body, { status }));
  };
  return { seen, fetch, waiting: reading.promise };
}

for (const id of httpProviderIds) {
  const { stream } = getProviderById(id);
  const ENDS: [what: string, text: string, fails: boolean][] = [
    ["the end marker", answerChunks(id, ["a"]).join(""), false],
    ["a failure", `${answerChunks(id, ["a"])[0]}${protocolOf(id).line('{"error":"gone"}')}`, true],
  ];

  for (const [what, text, fails] of ENDS) {
    Deno.test(`stream() of ${id} reads the body to its end after ${what}, and aborts nothing`, async () => {
      const { seen, fetch } = answer(text, { rest: [bytes("\n")], closes: true });
      await settle(stream(configFor(id, { fetch }), requestFor()), fails);
      assertEquals(seen.reads, 3);
      assertEquals([seen.cancelled, seen.signal?.aborted], [false, false]);
    });

    Deno.test(`stream() of ${id} waits 50 ms for the end of the body after ${what}`, async () => {
      using time = new FakeTime();
      const { seen, fetch, waiting } = answer(text, { closes: false });
      const asked = settle(stream(configFor(id, { fetch }), requestFor()), fails);
      await waiting;
      time.tick(49);
      assertEquals([seen.cancelled, seen.signal?.aborted], [false, false]);
      time.tick(1);
      await asked;
      assertEquals([seen.cancelled, seen.signal?.aborted], [true, true]);
    });

    Deno.test(`stream() of ${id} reads 64 KiB after ${what} and no more`, async () => {
      const rest = Array.from({ length: 20 }, () => new Uint8Array(16 * 1024));
      const { seen, fetch } = answer(text, { rest, closes: false });
      await settle(stream(configFor(id, { fetch }), requestFor()), fails);
      assertEquals(seen.reads, 1 + 5);
      assertEquals([seen.cancelled, seen.signal?.aborted], [true, true]);
    });

    Deno.test(`stream() of ${id} aborts nothing where 60 KiB and the end come 49 ms after ${what}`, async () => {
      using time = new FakeTime();
      const rest = Array.from({ length: 15 }, () => new Uint8Array(4 * 1024));
      const onClose = () => time.tick(49);
      const { seen, fetch } = answer(text, { rest, closes: true, onClose });
      await settle(stream(configFor(id, { fetch }), requestFor()), fails);
      assertEquals([seen.reads, seen.cancelled, seen.signal?.aborted], [1 + 15 + 1, false, false]);
    });

    Deno.test(`stream() of ${id} stops waiting for the end of the body after ${what} on an abort`, async () => {
      using _time = new FakeTime();
      const controller = new AbortController();
      const { seen, fetch, waiting } = answer(text, { closes: false });
      const asked = stream(configFor(id, { fetch }), requestFor({ signal: controller.signal }));
      await waiting;
      controller.abort();
      assertStrictEquals((await assertRejects(() => asked, Error)).name, "AbortError");
      assertEquals([seen.cancelled, seen.signal?.aborted], [true, true]);
    });
  }

  Deno.test(`stream() of ${id} hands on all tokens before it waits for the end of the body`, async () => {
    using time = new FakeTime();
    const tokens: string[] = [];
    const { fetch, waiting } = answer(ENDS[0]![1], { closes: false });
    const onToken = (token: string) => void tokens.push(token);
    const asked = stream(configFor(id, { fetch }), requestFor({ onToken }));
    await waiting;
    assertEquals(tokens, ["a"]);
    time.tick(50);
    await asked;
  });

  Deno.test(`stream() of ${id} reads an error body to its end, and aborts nothing`, async () => {
    const { seen, fetch } = answer('{"error":"busy"}', { closes: true, status: 503 });
    await settle(stream(configFor(id, { fetch }), requestFor()), true);
    assertEquals(seen.reads, 2);
    assertEquals([seen.cancelled, seen.signal?.aborted], [false, false]);
  });

  Deno.test(`stream() of ${id} closes at once when onToken throws`, async () => {
    using _time = new FakeTime();
    const { seen, fetch } = answer(answerChunks(id, ["a"])[0]!, { closes: false });
    const onToken = () => {
      throw new Error("mine");
    };
    await settle(stream(configFor(id, { fetch }), requestFor({ onToken })), true);
    assertEquals([seen.cancelled, seen.signal?.aborted], [true, true]);
  });

  Deno.test(`stream() of ${id} lets go of a response that a wrapper has cloned`, async () => {
    const text = answerChunks(id, ["a"]).join("");
    const clones: Response[] = [];
    const fetch = () => {
      const response = new Response(text);
      clones.push(response.clone());
      return Promise.resolve(response);
    };
    await stream(configFor(id, { fetch }), requestFor());
    assertEquals(await clones[0]?.text(), text);
  });
}

async function settle(asked: Promise<void>, fails: boolean): Promise<void> {
  if (fails) assert(await assertRejects(() => asked, Error));
  else await asked;
}
