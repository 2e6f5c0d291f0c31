// Copyright 2026 the Rivulet authors. MIT license.

// "Delete everything", at an origin that the page shares with another app.

import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { SOFTWARE_WEBGPU } from "../support/chromium.ts";
import { keepAsNeighbour, listOrigin, neighbourFiles } from "../support/neighbour.ts";
import { ask, deleteEverything, pageTest } from "../support/page_browser.ts";
import { scriptedEngineFiles } from "../support/page_engine.ts";
import { playModelHosts } from "../support/page_models.ts";
import { startGitHub } from "../support/page_servers.ts";

const WITH_ENGINE = {
  flags: () => SOFTWARE_WEBGPU,
  files: scriptedEngineFiles,
  others: neighbourFiles,
};

async function loadStars(page: Page): Promise<void> {
  await page.click("#stars-chip");
  await page.fill("dialog [name=user]", "ana");
  await page.getByRole("button", { name: "Load stars" }).last().click();
  await page.locator("#stars-chip .detail", { hasText: "120" }).waitFor();
}

async function readMeanings(page: Page): Promise<void> {
  await page.click("#stars-chip");
  await page.getByRole("radio", { name: "snowflake-arctic-embed-s" }).check();
  await page.getByRole("button", { name: "Rank like this" }).click();
  await page.getByRole("button", { name: "Download about 133 MB" }).click();
  await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
}

async function keepKey(page: Page): Promise<void> {
  await page.click("#engine-chip");
  await page.getByRole("radio", { name: "Remote" }).check();
  await page.fill("[name=key]", "test-key-of-nobody");
  await page.getByRole("checkbox", { name: "Keep for this tab" }).check();
  await page.getByRole("button", { name: "Use this service" }).click();
}

async function askInBrowser(page: Page): Promise<void> {
  await page.click("#engine-chip");
  await page.getByRole("radio", { name: "In this browser" }).check();
  await page.getByRole("button", { name: "Use this browser" }).click();
  await ask(page);
  await page.getByRole("button", { name: "Download about 0.8 GB" }).click();
}

/** The points of the dialog that tells what was deleted. */
async function toldPoints(page: Page): Promise<string[]> {
  return await page.locator("#privacy-dialog li").allInnerTexts();
}

pageTest(
  "Delete everything leaves nothing of the page and all of another app, and tells what it deleted",
  async (visit) => {
    await using github = startGitHub({ users: { ana: 120 } });
    const { page, context, url, outside } = await visit({
      settings: { engine: "webllm", gitHubApiUrl: github.base },
    });
    await using _hosts = await playModelHosts(context, { slow: [] });
    const others = await keepAsNeighbour(page, url);
    await loadStars(page);
    await readMeanings(page);
    await keepKey(page);
    await askInBrowser(page);
    await page.locator(".figures").waitFor();
    await deleteEverything(page);
    assertEquals(await listOrigin(page), others);
    assertEquals((await toldPoints(page)).toSorted(), [
      "Key of api.openai.com, for this tab",
      "Meanings of @ana by snowflake-arctic-embed-s",
      "Model Llama 3.2 1B",
      "Model Qwen3 1.7B, which this page did not download",
      "Model snowflake-arctic-embed-s",
      "Settings",
      "Stars of @ana",
      "The last question, with its answer",
      "This page, for offline use",
    ]);
    outside.length = 0;
  },
  WITH_ENGINE,
);
