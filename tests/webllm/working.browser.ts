// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Question } from "./support/page.ts";
import { chat, embedding, pageHalves } from "./support/page_halves.ts";
import { assertFails, test } from "./support/visit.ts";

for (const half of pageHalves) {
  for (const [point, tokens] of Object.entries(half.points)) {
    test(`a scripted page that ${half.verb} aborts at once at ${point}, and the next call works`, async ({ page }) => {
      const question: Question = { ...half.question, setup: "scripted page", allow: true };
      const reached = page.holdScript(point);
      await page.begin(question);
      await reached;
      const aborted = await page.abort();
      assertEquals([aborted.error?.name, aborted.tokens], ["AbortError", tokens]);
      const next = page.ask(question);
      await page.releaseScript();
      assertEquals((await next).tokens, half.result.tokens);
      assertEquals((await page.ask(question)).vectors, half.result.vectors);
      assertEquals((await page.outcome()).tokens, tokens, "it went on after the abort");
    });
  }
}

for (const setup of ["scripted page", "scripted worker"] as const) {
  test(`a ${setup} deletes a model whose engine hangs, once the call is aborted, and answers again`, async ({ page }) => {
    const question: Question = { ...chat.question, setup, allow: true };
    assertEquals((await page.ask(question)).tokens, chat.result.tokens);
    await page.begin({ ...question, prompt: "hang" });
    assertStrictEquals((await page.abort()).error?.name, "AbortError");
    await page.deleteModel(question);
    assertEquals(await page.cachedFiles(), []);
    assertEquals((await page.ask(question)).tokens, chat.result.tokens);
  });

  test(`a ${setup} says what to do with a text beyond the context window`, async ({ page }) => {
    const question: Question = { ...embedding.question, setup, allow: true };
    assertFails(
      await page.ask({ ...question, texts: ["a", "a ".repeat(63)] }),
      "engine",
      `Shorten or split the longest text, it exceeds the context window of "${question.model}"`,
    );
    const { error, progress } = await page.ask(question);
    assertEquals([error, progress], [undefined, []], "the model was loaded again");
  });
}
