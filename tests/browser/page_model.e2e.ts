// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { SOFTWARE_WEBGPU } from "../support/chromium.ts";
import { ask, pageTest } from "../support/page_browser.ts";
import {
  MODEL_HOSTS,
  playModelHosts,
  scriptedEngineFiles,
  SHARDS,
} from "../support/page_engine.ts";

async function reachConsent(page: Page): Promise<void> {
  await ask(page);
  await page.getByText("Download a model to write answers?").waitFor();
}

pageTest(
  "consent states sizes, hosts and free space, and nothing is fetched before it",
  async (visit) => {
    const { page, outside } = await visit();
    await reachConsent(page);
    const text = await page.locator("#answer .panel").innerText();
    // This adapter has no 16-bit shaders: the sizes are those of the twins.
    assertStringIncludes(text, "about 0.8 GB");
    assertMatch(
      text,
      /Files come from huggingface\.co and raw\.githubusercontent\.com\. [\d.]+ GB free/,
    );
    assertEquals(outside, []);
    await page.getByRole("button", { name: "Not now, just show matches" }).click();
    await page.getByText("Start with the sample, or load your own stars").waitFor();
    assertEquals(outside, []);
  },
  { flags: () => SOFTWARE_WEBGPU },
);

pageTest("a browser without WebGPU offers the other engines", async (visit) => {
  const { page } = await visit();
  await ask(page);
  await page.getByText("This browser cannot run a model.").waitFor();
  await page.getByRole("button", { name: "Ollama" }).click();
  assert(await page.getByRole("radio", { name: "Ollama" }).isChecked());
});

pageTest(
  "a download shows its progress, can be cancelled and goes on where it was; then the model answers, offline as well, and can be deleted",
  async (visit) => {
    const { page, context, outside } = await visit();
    const hosts = await playModelHosts(context);
    await reachConsent(page);
    await page.getByRole("button", { name: "Download about 0.8 GB" }).click();
    await page.getByText(/Downloading Llama 3\.2 1B: 4 of about 6 MB/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Llama 3.2 1B is not ready").waitFor();
    assertEquals(await page.locator("#engine-chip .detail").innerText(), "not downloaded");
    assertEquals(new Set(outside.map((url) => new URL(url).host)), new Set(MODEL_HOSTS));
    await page.click("#privacy-chip");
    await page.getByRole("cell", { name: "huggingface.co" }).waitFor();
    await page.getByRole("button", { name: "Close" }).first().click();
    hosts.release();
    await page.getByRole("button", { name: "Go on", exact: true }).click();
    await page.locator(".figures", { hasText: "Llama 3.2 1B in this browser" }).waitFor();
    assertEquals(await page.locator(".answer-text").innerText(), "Hello world");
    assertEquals(hosts.asked.filter((name) => name === SHARDS[0]).length, 1);
    const { length } = outside;
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.locator("#status", { hasText: "Answer finished" }).waitFor();
    assertEquals(outside.length, length);
    await page.getByRole("button", { name: "What was sent" }).click();
    await page.getByText("the model in this browser: nothing leaves this device").waitFor();
    await context.setOffline(true);
    await page.reload();
    await ask(page);
    await page.locator(".answer-text", { hasText: "Hello world" }).waitFor();
    await context.setOffline(false);
    await page.locator("#engine-chip .detail", { hasText: "ready" }).waitFor();
    await page.click("#privacy-chip");
    await page.getByRole("cell", { name: "Model Llama 3.2 1B", exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete: Model Llama 3.2 1B" }).click();
    await page.getByRole("cell", { name: "Model Llama 3.2 1B", exact: true }).waitFor({
      state: "detached",
    });
    await page.locator("#engine-chip .detail", { hasText: "not downloaded" }).waitFor();
    outside.length = 0;
  },
  { flags: () => SOFTWARE_WEBGPU, files: scriptedEngineFiles },
);
