// Copyright 2026 the Rivulet authors. MIT license.

// A list that leaves the page as a file.

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { pageTest } from "../support/page_browser.ts";

/** Picks a format in the menu; resolves with the name of the file and its text. */
async function save(page: Page, label: string): Promise<[name: string, text: string]> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: label, exact: true }).click();
  const file = await download;
  return [file.suggestedFilename(), await Deno.readTextFile(await file.path())];
}

pageTest("the list and its matches are written in each format", async (visit) => {
  const { page } = await visit();
  const [csvName, csv] = await save(page, "All as CSV");
  assertEquals([csvName, csv.trim().split("\n").length], ["sample.csv", 241]);
  assertStringIncludes(csv, "\nBurntSushi/ripgrep,https://github.com/BurntSushi/ripgrep,");
  const [jsonName, json] = await save(page, "All as JSON");
  assertEquals([jsonName, JSON.parse(json).length], ["sample.json", 240]);
  const [, markdown] = await save(page, "Matches as Markdown");
  assertStringIncludes(markdown, "- [BurntSushi/ripgrep](https://github.com/BurntSushi/ripgrep)");
});

pageTest("a file that cannot be written is told", async (visit) => {
  const { page } = await visit();
  await page.evaluate(() => {
    URL.createObjectURL = () => {
      throw new TypeError("No room");
    };
  });
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "All as CSV" }).click();
  await page.locator(".banner").getByText("The file could not be written: No room").waitFor();
});
