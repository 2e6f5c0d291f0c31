// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { BodyReader } from "../../_internal/http/body_reader.ts";

/** How many turns of the event loop reading takes if a second passes between two looks at the clock. */
async function turnsOf(chunks: number, size: number): Promise<number> {
  let seconds = 0;
  let turns = 0;
  const { postMessage } = MessagePort.prototype;
  using _clock = stub(performance, "now", () => 1000 * seconds++);
  using _turns = stub(MessagePort.prototype, "postMessage", function (this: MessagePort, message) {
    turns++;
    postMessage.call(this, message);
  });
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (let chunk = 0; chunk < chunks; chunk++) controller.enqueue(new Uint8Array(size));
      controller.close();
    },
  });
  const reader = new BodyReader(stream, 1024);
  while (reader.take(await reader.read()) !== undefined);
  reader.cancel();
  return turns;
}

Deno.test("BodyReader gives the event loop its turn after some bytes, or after some reads of few", async () => {
  assertEquals([await turnsOf(1, 10_000), await turnsOf(4, 10_000)], [1, 4]);
  assertEquals([await turnsOf(60, 1), await turnsOf(70, 1)], [0, 1]);
});
