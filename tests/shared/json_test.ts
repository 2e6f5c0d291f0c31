// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { parseJson } from "../../_shared/json.ts";

Deno.test("parseJson() reads the words that stand for no number as null, and texts as they are", () => {
  const cases: [text: string, value: unknown][] = [
    ['{"a":NaN,"b":[-Infinity,Infinity],"c":-NaN}', { a: null, b: [null, null], c: null }],
    ['{"NaN":"NaN","b":"\\"-Infinity","c":NaN}', { NaN: "NaN", b: '"-Infinity', c: null }],
    ['"Infinity"', "Infinity"],
    ["NaN", null],
  ];
  for (const [text, value] of cases) assertEquals(parseJson(text), value, text);
});

Deno.test("parseJson() gives undefined for what is no JSON beside such a word", () => {
  for (
    const text of ['{"a":NaNa}', '{"a":NaN,}', '{"a":+Infinity}', '"NaN', '{"a":"NaN\\', "oops"]
  ) {
    assertStrictEquals(parseJson(text), undefined, text);
  }
});

Deno.test("parseJson() reads a text of many quotation marks that does not end in linear steps", () => {
  // The square of their number would take longer than anybody waits.
  assertStrictEquals(parseJson(`{"a":NaN,"b":"${'\\"'.repeat(4_000_000)}`), undefined);
});
