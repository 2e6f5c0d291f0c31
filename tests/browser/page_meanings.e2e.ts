// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { pageTest } from "../support/page_browser.ts";
import { startGitHub, startStub, type StubServer } from "../support/page_servers.ts";

/** An Ollama whose vectors know two subjects: pictures, and all others. */
function startEmbedder(
  options: { pauseMs?: number; models?: string[] } = {},
): StubServer & { options: typeof options } {
  const stub = startStub(async ({ url }, body) => {
    const { pathname } = new URL(url);
    const { models = ["all-minilm:latest"], pauseMs = 0 } = options;
    if (pathname === "/api/tags") {
      return Response.json({ models: models.map((name) => ({ name })) });
    }
    const { input } = JSON.parse(body) as { input: string[] };
    // The first request only asks which endpoint there is.
    if (input.length > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return Response.json({ embeddings: input.map(vectorOf) });
  });
  return Object.assign(stub, { options });
}

function vectorOf(text: string): number[] {
  return /photo|picture|snapshot/i.test(text) ? [1, 0] : [0, 1];
}

const settingsFor = (embedder: StubServer, github?: StubServer) => ({
  engine: "local-a",
  engines: { "local-a": { baseUrl: embedder.base } },
  gitHubApiUrl: github?.base,
});

async function chooseMeanings(page: Page): Promise<void> {
  await page.click("#stars-chip");
  await page.getByRole("radio", { name: "all-minilm" }).check();
  await page.getByRole("button", { name: "Rank like this" }).click();
}

pageTest("meanings find what a question does not name, and are kept", async (visit) => {
  await using embedder = startEmbedder();
  const { page } = await visit({ settings: settingsFor(embedder) });
  await chooseMeanings(page);
  await page.fill("#question", "snapshot");
  await page.locator(".ranking", { hasText: "Ranked by keyword and all-minilm" }).waitFor();
  assertMatch(await page.locator(".cards").innerText(), /photo/i);
  const batches = embedder.requests.length;
  await page.reload();
  await page.fill("#question", "snapshot");
  await page.locator(".ranking", { hasText: "Ranked by keyword and all-minilm" }).waitFor();
  // A look at the endpoint and the question itself, but no repository again.
  assert(embedder.bodies.slice(batches).every((body) => body.length < 120));
  await page.click("#privacy-chip");
  await page.getByRole("cell", { name: "Meanings of the sample by all-minilm", exact: true })
    .waitFor();
});

pageTest("a missing embedding model is named with its command", async (visit) => {
  await using embedder = startEmbedder({ models: ["llama3.1:8b"] });
  const { page } = await visit({ settings: settingsFor(embedder) });
  await chooseMeanings(page);
  await page.locator(".banner", {
    hasText: "all-minilm is not installed. Run: ollama pull all-minilm",
  }).waitFor();
  await page.getByRole("button", { name: "Keyword only" }).click();
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
    await page.locator("#stars-chip .detail", { hasText: "4,000 stars" }).waitFor();
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
    await page.locator(".ranking", { hasText: "Ranked by keyword and all-minilm" }).waitFor();
    assertEquals(await page.locator(".card").count(), 8);
  },
);
