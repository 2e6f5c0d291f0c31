// Copyright 2026 the Rivulet authors. MIT license.

import { assertStrictEquals } from "@std/assert";
import { answerChunks, askProvider, httpProviderIds } from "../support/ask.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

const ENDS: [name: string, end: "close" | "open" | "reset", chunks: number, status: number][] = [
  ["an answer", "open", 2, 200],
  ["an answer without a marker", "close", 1, 200],
  ["an answer that breaks off", "reset", 1, 200],
  ["a refusal", "close", 1, 500],
  ["a refusal that breaks off", "reset", 1, 500],
];

for (const id of httpProviderIds) {
  for (const [name, end, count, status] of ENDS) {
    Deno.test(`stream() of ${id} lets go of the body of ${name}`, async () => {
      const chunks = answerChunks(id, ["a"]).slice(0, count);
      const response = stubResponse({ chunks, end }, { status });
      await askProvider(id, { fetch: stubFetch(() => response) });
      // As after `text()`: what was read to its end holds nothing, and is not released.
      assertStrictEquals(response.body?.locked, end === "close");
    });
  }
}
