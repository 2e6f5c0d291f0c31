// Copyright 2026 the Rivulet authors. MIT license.

// Callbacks that give something back and do not fail.

import { assertEquals } from "@std/assert";
import { answeringFetch, askProvider, httpProviderIds } from "../support/ask.ts";
import { answerLikeOllama, makeClient, vectorsOf } from "../support/embedding_server.ts";
import { protocolOf } from "../support/protocol.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";
import { stubServer } from "../support/stub_server.ts";
import { nextTurn, readAll } from "../support/text_sources.ts";

/** Something that can be awaited and is no promise, such as the query of a database. */
function query(): PromiseLike<string> {
  return { then: (resolve) => Promise.resolve("done").then(resolve) };
}

const RETURNED: [what: string, give: () => unknown][] = [
  ["a number", () => 0],
  ["false", () => false],
  ["null", () => null],
  ["an error that is not thrown", () => new Error("a value")],
  ["a function", () => () => {}],
  ["an object with a then that is no function", () => ({ then: "later" })],
  ["a promise of an error", () => Promise.resolve(new Error("a value"))],
  ["a promise that resolves after the end", nextTurn],
  ["a promise that never settles", () => new Promise(() => {})],
  ["what can be awaited and is no promise", query],
  ["a list of promises", () => [Promise.resolve(), nextTurn()]],
];

for (const [what, give] of RETURNED) {
  for (const id of httpProviderIds) {
    Deno.test(`stream() of ${id} takes ${what} from its callbacks`, async () => {
      const { reasoning, token, end } = protocolOf(id);
      const chunks = [reasoning("Hm"), token("a"), token("b"), end];
      const fetch = stubFetch(() => stubResponse({ chunks }));
      const callbacks = { onToken: give, onReasoning: give, onFinish: give };
      const { error, seen, finish } = await askProvider(id, { fetch }, callbacks);
      assertEquals([error, seen, finish?.endedBy], [undefined, ["(Hm)", "a", "b"], "marker"]);
      await nextTurn();
    });
  }

  Deno.test(`embedMany() takes ${what} from onProgress`, async () => {
    using _server = stubServer(answerLikeOllama);
    const batches = makeClient().embedMany(["a", "bb"], { batchSize: 1, onProgress: give });
    const { read, error } = await readAll(batches);
    assertEquals([error, read.flat()], [undefined, vectorsOf(["a", "bb"])]);
    await nextTurn();
  });
}

Deno.test("stream() runs a query that onToken gives back once", async () => {
  let runs = 0;
  const then: PromiseLike<void>["then"] = (resolve) => {
    runs++;
    return Promise.resolve().then(resolve);
  };
  const { fetch } = answeringFetch("local-b", ["a", "b"]);
  const { error } = await askProvider("local-b", { fetch }, { onToken: () => ({ then }) });
  assertEquals([error, runs], [undefined, 2]);
});
