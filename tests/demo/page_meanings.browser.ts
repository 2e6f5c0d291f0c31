// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { SOFTWARE_WEBGPU } from "../support/chromium.ts";
import { countKept, deleteEverything, pageTest } from "../support/page_browser.ts";
import { scriptedEngineFiles } from "../support/page_engine.ts";
import { playModelHosts, SHARDS } from "../support/page_models.ts";
import { startEmbedder } from "../support/page_embedder.ts";
import { startGitHub, type StubServer } from "../support/page_servers.ts";

const MODEL = "snowflake-arctic-embed-s";

const settingsFor = (embedder: StubServer, github?: StubServer) => ({
  engine: "local-a",
  engines: { "local-a": { baseUrl: embedder.base } },
  gitHubApiUrl: github?.base,
});

async function chooseMeanings(page: Page, model = "all-minilm"): Promise<void> {
  await page.click("#stars-chip");
  await page.getByRole("radio", { name: model }).check();
  await page.getByRole("button", { name: "Search like this" }).click();
}

pageTest("meanings find what a question does not name, and are kept", async (visit) => {
  await using embedder = startEmbedder();
  const { page } = await visit({ settings: settingsFor(embedder) });
  await chooseMeanings(page);
  // Each batch takes part as soon as it is read: the last one has to be.
  await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
  await page.fill("#question", "snapshot");
  await page.locator(".ranking", { hasText: "by words and all-minilm" }).waitFor();
  await page.locator(".card", { hasText: /photo/i }).first().waitFor();
  const batches = embedder.requests.length;
  await page.reload();
  await page.fill("#question", "snapshot");
  await page.locator(".ranking", { hasText: "by words and all-minilm" }).waitFor();
  // A look at the endpoint and the question itself, but no repository again.
  assert(embedder.bodies.slice(batches).every((body) => body.length < 120));
  await page.click("#privacy-chip");
  await page.getByRole("cell", { name: "Meanings of the sample by all-minilm", exact: true })
    .waitFor();
});

pageTest("a mistyped word is read as the list spells it, and the page says so", async (visit) => {
  await using embedder = startEmbedder();
  const { page } = await visit({ settings: settingsFor(embedder) });
  await chooseMeanings(page);
  await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
  await page.fill("#question", "phooto");
  await page.locator(".ranking", { hasText: "by words and all-minilm, which reads “photo”" })
    .waitFor();
  assertStringIncludes(embedder.bodies.at(-1)!, '["photo"]');
  assert(embedder.bodies.every((body) => !body.includes("phooto")));
});

pageTest("a model of LM Studio reads meanings, and is there after a reload", async (visit) => {
  const model = "text-embedding-nomic-embed-text-v1.5";
  await using server = startEmbedder({ models: [model, "qwen"] });
  const engines = { "local-b": { baseUrl: `${server.base}/v1` } };
  const { page } = await visit({ settings: { engine: "local-b", engines } });
  await page.click("#stars-chip");
  await page.getByRole("button", { name: "Look for more models in LM Studio" }).click();
  await page.getByText("LM Studio has 1 model that can read meanings.").waitFor();
  await page.getByRole("radio", { name: model }).check();
  await page.getByRole("button", { name: "Search like this" }).click();
  await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
  await page.reload();
  await page.fill("#question", "snapshot");
  await page.locator(".ranking", { hasText: `by words and ${model}` }).waitFor();
  await page.locator(".card", { hasText: /photo/i }).first().waitFor();
  assertStringIncludes(server.bodies.at(-1)!, '"search_query: snapshot"');
});

pageTest("a question is read once while the list is read batch by batch", async (visit) => {
  await using embedder = startEmbedder();
  const { page } = await visit({ settings: settingsFor(embedder) });
  await page.fill("#question", "snapshot");
  await chooseMeanings(page);
  await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
  await page.locator(".ranking", { hasText: "by words and all-minilm" }).waitFor();
  assertEquals(embedder.bodies.filter((body) => body.includes('["snapshot"]')).length, 1);
});

pageTest(
  "meanings that are kept take part without a server, offline and after a reload",
  async (visit) => {
    await using embedder = startEmbedder();
    const { page, context } = await visit({ settings: settingsFor(embedder) });
    await chooseMeanings(page);
    // Each batch takes part as soon as it is read: the last one has to be.
    await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
    await page.fill("#question", "photo");
    await page.locator(".ranking", { hasText: "by words and all-minilm" }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await context.setOffline(true);
    await page.reload();
    await page.fill("#question", "immich");
    await page.locator(".ranking", {
      hasText: "by words and what the best matches mean; all-minilm does not answer now",
    }).waitFor();
    // Only the meaning leads from a photo library to a program for pictures.
    await page.locator(".card .name", { hasText: "ImageMagick/ImageMagick" }).waitFor();
  },
);

pageTest(
  "a model in this browser reads meanings after consent, and is there offline",
  async (visit) => {
    const { page, context, outside } = await visit({ settings: { engine: "webllm" } });
    await using hosts = await playModelHosts(context);
    await chooseMeanings(page, MODEL);
    await page.getByRole("heading", { name: "Download a model to read meanings?" }).waitFor();
    const panel = await page.locator("#stars-dialog .panel").innerText();
    assertStringIncludes(panel, "Needs about 239 MB of graphics memory.");
    assertMatch(panel, /Files come from huggingface\.co and raw\.githubusercontent\.com\. .+ free/);
    await page.getByRole("button", { name: "Not now, just show matches" }).click();
    // Neither a file of the model nor the program that would fetch it.
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name)
    );
    assertEquals(loaded.filter((name) => /in_browser|engine_worker/.test(name)), []);
    assertEquals([outside, hosts.sentBytes], [[], 0]);
    assertEquals(await page.locator(".banner").filter({ visible: true }).count(), 0);
    await page.getByRole("button", { name: "Close" }).click();
    await chooseMeanings(page, MODEL);
    await page.getByRole("button", { name: "Download about 133 MB" }).click();
    const banner = page.locator(".banner").filter({ visible: true });
    await banner.getByText(`Downloading ${MODEL}: 4 of about 6 MB`).waitFor();
    await banner.getByRole("button", { name: "Cancel" }).click();
    await banner.getByText("The files that have arrived stay in this browser").waitFor();
    hosts.release();
    await banner.getByRole("button", { name: "Go on" }).click();
    await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
    assertEquals(hosts.asked.filter((name) => name === SHARDS[0]).length, 1);
    const question = "search code from the terminal";
    const ranking = page.locator(".ranking", { hasText: `by words and ${MODEL}` });
    await page.fill("#question", question);
    await ranking.waitFor();
    await page.click("#privacy-chip");
    await page.getByRole("button", { name: `Delete: Model ${MODEL}` }).click();
    await page.getByRole("cell", { name: `Model ${MODEL}`, exact: true }).waitFor({
      state: "detached",
    });
    await page.getByRole("button", { name: "Close" }).click();
    // A question does not bring back what was deleted; only another consent does.
    const asked = hosts.asked.length;
    await page.fill("#question", "static site generator");
    await page.locator(".ranking", { hasText: `${MODEL} does not answer now` }).waitFor();
    assertEquals(hosts.asked.length, asked);
    await chooseMeanings(page, MODEL);
    await page.getByRole("button", { name: "Download about 133 MB" }).click();
    await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
    await page.fill("#question", question);
    await ranking.waitFor();
    const { length } = outside;
    await context.setOffline(true);
    await page.reload();
    await page.fill("#question", question);
    await ranking.waitFor();
    await context.setOffline(false);
    assertEquals(outside.length, length);
    await page.click("#privacy-chip");
    for (const name of [`Meanings of the sample by ${MODEL}`, `Model ${MODEL}`]) {
      await page.getByRole("cell", { name, exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Close" }).click();
    await deleteEverything(page);
    assertEquals(Object.values(await countKept(page)), Array(5).fill(0));
    outside.length = 0;
  },
  { flags: () => SOFTWARE_WEBGPU, files: scriptedEngineFiles },
);

pageTest("a browser without WebGPU says that it cannot run the model", async (visit) => {
  const { page } = await visit();
  await page.click("#stars-chip");
  const choice = page.locator(".choice", { hasText: MODEL });
  await choice.getByText("not in this browser").waitFor();
  assertStringIncludes(await choice.innerText(), "it has no WebGPU");
  assert(await page.getByRole("radio", { name: MODEL }).isDisabled());
});

pageTest("a missing embedding model is named with its command", async (visit) => {
  await using embedder = startEmbedder({ models: ["llama3.1:8b"] });
  const { page } = await visit({ settings: settingsFor(embedder) });
  await chooseMeanings(page);
  await page.locator(".banner", {
    hasText: "all-minilm is not installed. Run: ollama pull all-minilm",
  }).waitFor();
  await page.getByRole("button", { name: "Words alone" }).click();
  await page.locator(".banner").filter({ visible: true }).waitFor({ state: "detached" });
});

pageTest(
  "a slow computer is asked whether to read the newest 500, and reading can be paused",
  async (visit) => {
    await using github = startGitHub({ users: { ana: 4000 } });
    await using embedder = startEmbedder({ pauseMs: 1800 });
    const { page } = await visit({ settings: settingsFor(embedder, github) });
    await page.click("#stars-chip");
    await page.fill("dialog [name=user]", "ana");
    await page.getByRole("button", { name: "Load stars" }).last().click();
    await page.locator("#stars-chip .detail", { hasText: "4,000" }).waitFor();
    await chooseMeanings(page);
    await page.locator(".banner", {
      hasText: /About \d+ min on this computer\. Index the newest 500 first\?/,
    }).waitFor();
    embedder.options.pauseMs = 150;
    await page.getByRole("button", { name: "Newest 500" }).click();
    await page.locator(".banner", { hasText: /Reading meanings with all-minilm: \d+ of 468/ })
      .waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    const paused = page.locator(".banner", { hasText: "Paused: all-minilm has read" });
    await paused.waitFor();
    assertStringIncludes(await paused.innerText(), "What it has read is used and kept.");
    await page.fill("#question", "photo");
    await page.locator(".ranking", { hasText: "by words and all-minilm" }).waitFor();
    assertEquals(await page.locator(".card").count(), 8);
  },
);

pageTest("a reading that was broken off is no whole one after a reload", async (visit) => {
  await using embedder = startEmbedder({ pauseMs: 400 });
  const { page } = await visit({ settings: settingsFor(embedder) });
  await chooseMeanings(page);
  await page.getByText(/Reading meanings with all-minilm: [1-9]\d* of 240/).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByText(/^Paused: all-minilm has read \d+ of 240\.$/).waitFor();
  await page.reload();
  await page.getByText(/^Paused: all-minilm has read \d+ of 240\.$/).waitFor();
  embedder.options.pauseMs = 0;
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator("#status", { hasText: "Meanings are ready." }).waitFor();
});
