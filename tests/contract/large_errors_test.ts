// Copyright 2026 the Rivulet authors. MIT license.

// Errors of far more values than any server sends: they are told in words, and not looked at in full.

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ProviderError } from "@rivulet/llm";
import { askProvider } from "../support/ask.ts";

const COUNT = 20_000;
const TOO_MANY = "the server sent an error of more than 1000 values";

function keys(value: string): string {
  return Array.from({ length: COUNT }, (_, key) => `"k${key}":${value}`).join();
}

const errors: [what: string, body: string, words: string][] = [
  ["many keys", `{"error":{${keys('"x"')}}}\n`, TOO_MANY],
  ["many noughts", `{"error":{${keys("0")}}}\n`, TOO_MANY],
  ["many lists", `{"error":[${"[],".repeat(COUNT)}0]}\n`, TOO_MANY],
  ["many keys of which one has words", `{"error":{${keys("1")},"message":"busy"}}\n`, "busy"],
  ["many objects", `{"error":[${'{"message":"x"},'.repeat(COUNT)}0]}\n`, "x; x; x"],
  ["words behind many lines", `event: error\n${"data: {\n".repeat(900)}data: busy\n\n`, "{\n{\n{"],
  ["words in the last of many lines", `event: error\n${'data: "a"\n'.repeat(40)}\n`, "a"],
];

for (const id of ["standard-compatible", "local-a"] as const) {
  for (const [what, body, words] of errors) {
    Deno.test(`stream() of ${id} tells an error of ${what}`, async () => {
      const fetch = () => Promise.resolve(new Response(body));
      const { error } = await askProvider(id, { fetch });
      assertEquals((error as ProviderError).code, "stream");
      assertStringIncludes((error as ProviderError).message, words);
    });
  }
}
