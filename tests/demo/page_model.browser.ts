// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { SOFTWARE_WEBGPU } from "../support/chromium.ts";
import { ask, pageTest } from "../support/page_browser.ts";
import { scriptedEngineFiles } from "../support/page_engine.ts";
import { MODEL_HOSTS, playModelHosts, SHARDS } from "../support/page_models.ts";

async function reachConsent(page: Page): Promise<void> {
  await ask(page);
  await page.getByRole("heading", { name: "Download a model to write answers?" }).waitFor();
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
    await page.getByRole("heading", { name: /Search the stars of/ }).waitFor();
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

pageTest("an engine dialog knows from the start that this browser has no WebGPU", async (visit) => {
  const { page } = await visit();
  await page.click("#engine-chip");
  const dialog = page.locator("#engine-dialog");
  assert(await dialog.getByRole("radio", { name: "In this browser" }).isDisabled());
  await dialog.getByText("This browser cannot run a model: it has no WebGPU").waitFor();
  assertEquals(await dialog.locator('[data-state="webllm"]').innerText(), "no WebGPU");
  assert(await dialog.getByRole("radio", { name: "Ollama" }).isChecked());
});

pageTest("a download tells MB of MB, and the time that is left", async (visit) => {
  const { page, context, outside } = await visit();
  await using hosts = await playModelHosts(context, { slow: SHARDS.slice(1) });
  await page.clock.install();
  await reachConsent(page);
  await page.getByRole("button", { name: "Download about 0.8 GB" }).click();
  await page.getByText("Downloading Llama 3.2 1B: 2 of about 6 MB").waitFor();
  assertEquals(await page.locator("#engine-chip .detail").innerText(), "loading");
  // As if 2 MB more had taken 20 seconds.
  await page.clock.fastForward(20_000);
  hosts.release(SHARDS[1]);
  await page.getByText(/^Downloading Llama 3\.2 1B: 4 of about 6 MB · about \d+ s left$/).waitFor();
  assertMatch(
    await page.getByRole("progressbar").getAttribute("aria-valuetext") ?? "",
    /^4 of about 6 MB$/,
  );
  await context.close();
  outside.length = 0;
}, { flags: () => SOFTWARE_WEBGPU, files: scriptedEngineFiles });

/** What the privacy dialog says that something takes; without a name, all together. */
async function sizeShown(page: Page, name = "Together"): Promise<number> {
  const row = page.locator("#privacy-dialog tr", { hasText: name });
  return Number(await row.locator("data").getAttribute("value"));
}

pageTest(
  "a download shows its progress, can be cancelled and goes on where it was; then the model answers, offline as well, and can be deleted",
  async (visit) => {
    const { page, context, outside } = await visit();
    await using hosts = await playModelHosts(context);
    await reachConsent(page);
    await page.getByRole("button", { name: "Download about 0.8 GB" }).click();
    await page.getByText(/Downloading Llama 3\.2 1B: 4 of about 6 MB/).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    // This is the time that it may take. Left alone, the last part would come for half a minute.
    await page.waitForTimeout(1000);
    const seen = [hosts.asked.length, hosts.sentBytes];
    await page.waitForTimeout(1000);
    assertEquals([hosts.asked.length, hosts.sentBytes], seen);
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
    await page.getByRole("button", { name: "More about the answer" }).click();
    await page.getByRole("button", { name: "Text sent" }).click();
    await page.getByText("the model in this browser: nothing leaves this device").waitFor();
    await context.setOffline(true);
    await page.reload();
    // The last answer comes back first.
    await page.locator(".answer-text", { hasText: "Hello world" }).waitFor();
    await ask(page);
    await page.locator("#status", { hasText: "Answer finished" }).waitFor();
    await context.setOffline(false);
    await page.locator("#engine-chip .detail", { hasText: "ready" }).waitFor();
    await page.click("#privacy-chip");
    await page.getByRole("cell", { name: "Model Llama 3.2 1B", exact: true }).waitFor();
    const sum = await sizeShown(page);
    const modelBytes = [...hosts.whole.values()].reduce((total, size) => total + size, 0);
    assertEquals(await sizeShown(page, "Model Llama 3.2 1B"), modelBytes);
    await page.getByRole("button", { name: "Delete: Model Llama 3.2 1B" }).click();
    await page.getByRole("cell", { name: "Model Llama 3.2 1B", exact: true }).waitFor({
      state: "detached",
    });
    await page.locator("#engine-chip .detail", { hasText: "not downloaded" }).waitFor();
    assertEquals(await sizeShown(page), sum - modelBytes);
    outside.length = 0;
  },
  { flags: () => SOFTWARE_WEBGPU, files: scriptedEngineFiles },
);
