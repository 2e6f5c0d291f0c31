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
  await page.getByRole("button", { name: "Search like this" }).click();
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

/** The second step of the deletion, with whatever comes of it. */
async function deleteAs(page: Page, heading: string): Promise<void> {
  await page.click("#privacy-chip");
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await page.getByRole("heading", { name: heading }).waitFor();
}

pageTest(
  "a download in another tab does not bring back what was deleted",
  async (visit) => {
    const { page, context, url, outside } = await visit({ settings: { engine: "webllm" } });
    await using hosts = await playModelHosts(context);
    const others = await keepAsNeighbour(page, url);
    const other = await context.newPage();
    await other.goto(url);
    await askInBrowser(other);
    await other.getByText(/Downloading Llama 3\.2 1B: 4 of about 6 MB/).waitFor();
    await deleteEverything(page);
    await other.locator(".banner", { hasText: "This page no longer saves anything" }).waitFor();
    hosts.release();
    // This is the time that it may take. Left alone, the last part would come at once.
    await page.waitForTimeout(1000);
    assertEquals(await listOrigin(page), others);
    outside.length = 0;
  },
  WITH_ENGINE,
);

pageTest("a page that is open after the deletion does not keep its files anew", async (visit) => {
  const { page } = await visit();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await deleteEverything(page);
  await page.evaluate(async () => {
    for (const name of ["late.css", "style.css", "icon.svg"]) await (await fetch(name)).text();
  });
  // The worker keeps a file after it has handed it out.
  await page.waitForTimeout(300);
  assertEquals(await listOrigin(page), []);
});

pageTest(
  "a database that something else holds open is named, and can be deleted later",
  async (visit) => {
    await using github = startGitHub({ users: { ana: 120 } });
    const { page, context, url } = await visit({ settings: { gitHubApiUrl: github.base } });
    await loadStars(page);
    // An old version of the page, say, which does not let go when it is asked to.
    const holder = await context.newPage();
    await holder.goto(`${url}other/`);
    await holder.evaluate(() =>
      new Promise((resolve) => indexedDB.open("ask-stars").onsuccess = resolve)
    );
    await deleteAs(page, "Not everything is deleted");
    const dialog = page.locator("#privacy-dialog");
    await dialog.getByText("The browser did not let go of:").waitFor();
    const [left, ...deleted] = await toldPoints(page);
    assertEquals(left, "Stars of @ana");
    assertEquals(deleted, ["This page, for offline use", "Settings"]);
    await holder.close();
    await dialog.getByRole("button", { name: "Reload the page" }).click();
    await page.locator(".card").first().waitFor();
    await deleteEverything(page);
    assertEquals(await listOrigin(page), []);
  },
  { others: neighbourFiles },
);

pageTest("a browser that refuses its storage is not said to be empty", async (visit) => {
  const { page } = await visit();
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(globalThis, "localStorage", { get: refuse });
    Object.defineProperty(globalThis, "sessionStorage", { get: refuse });
    const rejects = () => Promise.reject(new DOMException("denied", "SecurityError"));
    CacheStorage.prototype.has = CacheStorage.prototype.keys = rejects;
    CacheStorage.prototype.open = CacheStorage.prototype.match = rejects;
    StorageManager.prototype.estimate = StorageManager.prototype.persist = rejects;
    ServiceWorkerContainer.prototype.register = rejects;
    ServiceWorkerContainer.prototype.getRegistrations = rejects;
    IDBFactory.prototype.databases = rejects;
    // As Chromium says it where a person has blocked what pages keep.
    const fails = () => {
      throw new DOMException("denied", "UnknownError");
    };
    IDBFactory.prototype.open = IDBFactory.prototype.deleteDatabase = fails;
  });
  await page.reload();
  await page.locator(".card").first().waitFor();
  await page.click("#privacy-chip");
  await page.getByRole("heading", { name: "Kept in this browser" }).waitFor();
  await page.getByText("Nothing.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await deleteAs(page, "Nothing could be deleted");
  await page.getByText("is deleted in the browser's settings for this site").waitFor();
});
