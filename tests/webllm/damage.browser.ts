// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import type { Question } from "./support/page.ts";
import { chat } from "./support/page_halves.ts";
import type { Site } from "./support/site.ts";
import { assertFails, test } from "./support/visit.ts";

const MODEL = chat.question.model;
const DAMAGED = `Delete "${MODEL}" and download it again, a file of it is damaged`;

/** The checksum of a file as it should be. */
async function checksumOf(site: Site, name: string): Promise<string> {
  const bytes = await (await fetch(`${site.origin}/model/${MODEL}/${name}`)).arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256-${digest.toBase64()}`;
}

for (const setup of ["scripted page", "scripted worker"] as const) {
  const question: Question = { ...chat.question, setup, allow: true };

  test(`a ${setup} says what to do when a file of the weights is too short`, async ({ page }) => {
    const cut = { ...question, model: "cut-q4f32" };
    assertFails(await page.ask(cut), "engine", DAMAGED.replace(MODEL, cut.model));
  });

  test(`a ${setup} says what to do when the tokenizer is damaged, and deleting cures it`, async ({ page, site }) => {
    site.replaced.set("tokenizer.json", '{"version":"1.0","model":');
    assertFails(await page.ask(question), "engine", DAMAGED);
    site.replaced.clear();
    assertFails(await page.ask(question), "engine", DAMAGED);
    await page.deleteModel(question);
    assertEquals((await page.ask(question)).tokens, chat.result.tokens);
  });

  for (const [part, name] of [["config", "mlc-chat-config.json"], ["model_lib", "program.wasm"]]) {
    test(`a ${setup} checks ${name} where the list has a checksum, and deleting cures it`, async ({ page, site }) => {
      const right = await checksumOf(site, name!);
      const checked = { ...question, integrity: { [part!]: right } };
      site.replaced.set(name!, " damaged");
      assertFails(await page.ask(checked), "engine", DAMAGED);
      site.replaced.clear();
      assertFails(await page.ask(checked), "engine", DAMAGED);
      await page.deleteModel(checked);
      assertEquals((await page.ask(checked)).tokens, chat.result.tokens);
    });
  }
}
