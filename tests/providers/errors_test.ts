// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { EmbeddingError, ProviderError } from "@rivulet/llm";

for (const ErrorClass of [ProviderError, EmbeddingError]) {
  const { name } = new ErrorClass("http", "m");

  Deno.test(`${name} is made of a code, a message and details`, () => {
    const cause = new Error("behind");
    const error = new ErrorClass("http", "m", { status: 500, reason: "busy", cause });
    assertEquals([error.name, error.code, error.message, error.status, error.reason, error.cause], [
      ErrorClass.name,
      "http",
      "m",
      500,
      "busy",
      cause,
    ]);
    assertEquals("cause" in new ErrorClass("http", "m"), false);
  });

  Deno.test(`${name} crosses structuredClone() and JSON as what toJSON() gives`, () => {
    const error = new ErrorClass("http", "m", { status: 500, reason: "busy" });
    const expected = { name, message: "m", code: "http", status: 500, reason: "busy" };
    assertEquals(JSON.parse(JSON.stringify(error)), expected);
    const { name: clonedName, code, status, reason } = structuredClone(error.toJSON());
    assertEquals([clonedName, code, status, reason], [name, "http", 500, "busy"]);
  });
}
