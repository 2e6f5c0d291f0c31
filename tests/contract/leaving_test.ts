// Copyright 2026 the Rivulet authors. MIT license.

// What becomes of a loop that is not read to its end.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { iterableCalls } from "../support/calls.ts";
import { openResponse } from "../support/stub_response.ts";
import { silence, stubServer } from "../support/stub_server.ts";

const DONE = { done: true, value: undefined };

/** All that could run has run. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

for (const call of iterableCalls) {
  Deno.test(`${call.name} sends nothing before the first read`, async () => {
    using server = stubServer(call.serve(() => new Response(call.body)));
    call.iterate();
    await nextTurn();
    assertEquals(server.requests, []);
  });

  Deno.test(`${call.name} is read once: a second loop sends nothing`, async () => {
    using server = stubServer(call.serve(() => new Response(call.body)));
    const results = call.iterate();
    assert((await Array.fromAsync(results)).length > 0);
    const { length } = server.requests;
    assertEquals(await Array.fromAsync(results), []);
    assertStrictEquals(server.requests.length, length);
  });

  Deno.test(`${call.name} sends nothing when it is left before the first read`, async () => {
    using server = stubServer(call.serve(() => new Response(call.body)));
    const iterator = call.iterate()[Symbol.asyncIterator]();
    await iterator.return?.();
    assertEquals(await iterator.next(), DONE);
    assertEquals(server.requests, []);
  });

  Deno.test(`${call.name} cancels the body under way when the loop is left`, async () => {
    const { response, waitedFor, cancelled } = openResponse(call.beginning);
    // A batch of vectors comes when it is whole, and the next one is under way then.
    using _server = stubServer(
      call.serve(({ body }) => body.input?.[0] === "a" ? new Response(call.body) : response),
    );
    const { signal } = new AbortController();
    for await (const _ of call.iterate({ signal })) {
      if (call.probes.length > 0) await waitedFor;
      break;
    }
    await cancelled;
  });

  for (const method of ["return", "throw"] as const) {
    Deno.test(`${call.name} ends at once when ${method}() is called during the request`, async () => {
      using server = stubServer(call.serve(silence));
      const { signal } = new AbortController();
      const iterator = call.iterate({ signal })[Symbol.asyncIterator]();
      const pending = iterator.next();
      await nextTurn();
      const thrown = new Error("mine");
      const left = await iterator[method]!(thrown).catch((error: unknown) => error);
      assertEquals(await pending, DONE);
      if (method === "throw") assertStrictEquals(left, thrown);
      else assertStrictEquals((left as IteratorResult<unknown>).done, true);
      assert(server.requests.at(-1)?.signal.aborted);
    });
  }

  Deno.test(`${call.name} ends at once when return() is called during a read of the body`, async () => {
    const { response, waitedFor, cancelled } = openResponse();
    using _server = stubServer(call.serve(() => response));
    const iterator = call.iterate()[Symbol.asyncIterator]();
    const pending = iterator.next();
    await waitedFor;
    assertEquals([await iterator.return?.(), await pending], [DONE, DONE]);
    await cancelled;
  });

  Deno.test(`${call.name} works as the source of a ReadableStream`, async () => {
    using _server = stubServer(call.serve(() => new Response(call.body)));
    const direct = await Array.fromAsync(call.iterate());
    assertEquals(await Array.fromAsync(ReadableStream.from(call.iterate())), direct);
  });
}
