// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  ask,
  countKept,
  deleteEverything,
  engineSettings,
  pageTest,
} from "../support/page_browser.ts";
import { pageFiles } from "../support/page_server.ts";
import { startEngine, startGitHub } from "../support/page_servers.ts";
import { MATCH_COUNT } from "../../demo/page/state/state.ts";
import { TOP_K_LIMIT } from "@rivulet/llm";

const KEY = "test-key-of-nobody";

pageTest("the page shows 8 matches at once, without a request to any other host", async (visit) => {
  const { page } = await visit();
  assertEquals(await page.locator(".card").count(), TOP_K_LIMIT);
  assertEquals(MATCH_COUNT, TOP_K_LIMIT);
  assertEquals(await page.locator("#privacy-chip").innerText(), "Private");
  const before = await page.locator(".cards").innerText();
  await page.locator("#question").pressSequentially("static site");
  await page.waitForFunction(
    (text) => document.querySelector<HTMLElement>(".cards")?.innerText !== text,
    before,
  );
  await page.getByRole("combobox", { name: "Language" }).selectOption("Go");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".facts")].every(({ textContent }) =>
      textContent?.startsWith("Go")
    )
  );
});

pageTest(
  "what the first visit loads is under 66 KB gzip, and no engine is in it",
  async (visit) => {
    const { page, context } = await visit();
    const names = new Set<string>(["index.html"]);
    await page.reload();
    await page.locator(".card").nth(7).waitFor();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name)
    );
    for (const url of loaded) names.add(new URL(url).pathname.slice(1));
    const files = await pageFiles();
    const sizes = await Promise.all(
      [...names].map(async (name) => [name, await gzipSize(files.get(name)!.contents)] as const),
    );
    const sum = sizes.reduce((total, [, size]) => total + size, 0);
    assert(sum < 65_500, `${sum} bytes: ${JSON.stringify(sizes)}`);
    await context.close();
  },
);

async function gzipSize(contents: Uint8Array<ArrayBuffer>): Promise<number> {
  const packed = new Blob([contents]).stream().pipeThrough(new CompressionStream("gzip"));
  return (await new Response(packed).arrayBuffer()).byteLength;
}

pageTest(
  "a remote host is asked about once, sees the key alone, and the key is kept nowhere",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Hi"] });
    const { page, context } = await visit({
      settings: engineSettings("standard-compatible", engine.base, "m"),
    });
    await ask(page);
    await page.fill("[name=key]", KEY);
    await page.getByRole("button", { name: /Use this service/ }).click();
    const { host } = new URL(engine.base);
    await page.getByRole("heading", { name: `Send to ${host}?` }).waitFor();
    await page.getByRole("button", { name: "Show exactly what is sent" }).click();
    assertStringIncludes(await page.locator(".sent").innerText(), "Bearer (your key)");
    assert(!(await page.locator("#answer").innerText()).includes(KEY));
    assertEquals(engine.requests, []);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".meta").waitFor();
    const answered = page.waitForResponse(`${engine.base}/v1/chat/completions`);
    await page.getByRole("button", { name: "Ask again" }).click();
    await answered;
    await page.locator(".meta").waitFor();
    assertEquals(engine.requests.length, 2);
    await page.click("#privacy-chip");
    await page.getByRole("cell", { name: host }).waitFor();
    assert(!JSON.stringify(await context.storageState({ indexedDB: true })).includes(KEY));
    await page.reload();
    // The last answer comes back first.
    await page.locator("#answer-title").waitFor();
    await ask(page);
    assertEquals(await page.locator("[name=key]").inputValue(), "");
  },
);

pageTest(
  "a key is kept for the tab where that is chosen, and forgotten in each of three ways",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Hi"] });
    const { page, context } = await visit({
      settings: engineSettings("standard-compatible", engine.base, "m"),
    });
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    const keep = page.getByRole("checkbox", { name: "Keep for this tab" });
    const enterAndKeep = async () => {
      await page.click("#engine-chip");
      await page.fill("[name=key]", KEY);
      await keep.check();
      await page.getByRole("button", { name: "Use this service" }).click();
    };
    await enterAndKeep();
    assertStringIncludes(await kept(), KEY);
    assert(!JSON.stringify(await context.storageState({ indexedDB: true })).includes(KEY));
    assert(!page.url().includes(KEY));
    await page.reload();
    await page.locator("#engine-chip .detail", { hasText: "key entered" }).waitFor();
    await ask(page);
    await page.getByText("is forgotten when you close this tab.").waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator(".meta").waitFor();
    await page.click("#engine-chip");
    await keep.uncheck();
    assertEquals(await kept(), "{}");
    await page.getByRole("button", { name: "Close" }).click();
    await enterAndKeep();
    await page.click("#engine-chip");
    await page.getByRole("button", { name: "Forget key" }).click();
    assertEquals([await kept(), await page.inputValue("[name=key]")], ["{}", ""]);
    await page.getByRole("button", { name: "Close" }).click();
    await enterAndKeep();
    await page.click("#privacy-chip");
    const { host } = new URL(engine.base);
    await page.getByRole("button", { name: `Delete: Key of ${host}, for this tab` }).click();
    await page.getByRole("cell", { name: /^Key of/ }).waitFor({ state: "detached" });
    assertEquals(await kept(), "{}");
  },
);

pageTest("the page works offline after the first visit", async (visit) => {
  await using github = startGitHub({ users: { ana: 150 } });
  const { page, context } = await visit({
    settings: { engine: "webllm", gitHubApiUrl: github.base },
  });
  await page.click("#stars-chip");
  await page.fill("dialog [name=user]", "ana");
  await page.getByRole("button", { name: "Load stars" }).last().click();
  await page.locator("#stars-chip .detail", { hasText: "150" }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await context.setOffline(true);
  await page.reload();
  await page.locator(".card").nth(7).waitFor();
  await page.locator(".banner", { hasText: "You are offline." }).waitFor();
  await page.fill("#question", "search code");
  await page.locator("#matches-title", { hasText: /^Best 8 of \d+$/ }).waitFor();
  await page.click("#engine-chip");
  // Without WebGPU, another engine is the one to use.
  await page.getByRole("button", { name: "Use Ollama" }).waitFor();
});

pageTest(
  "storage is listed, one part can be deleted, and Delete everything leaves an empty origin",
  async (visit) => {
    await using github = startGitHub({ users: { ana: 120 } });
    const { page } = await visit({ settings: { engine: "webllm", gitHubApiUrl: github.base } });
    await page.click("#stars-chip");
    await page.fill("dialog [name=user]", "ana");
    await page.getByRole("button", { name: "Load stars" }).last().click();
    await page.locator("#stars-chip .detail", { hasText: "120" }).waitFor();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.click("#privacy-chip");
    await page.getByRole("cell", { name: "This page, for offline use", exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete: Stars of @ana" }).click();
    await page.getByRole("cell", { name: "Stars of @ana", exact: true }).waitFor({
      state: "detached",
    });
    // The focus stays in the list, although its button is gone.
    await page.waitForFunction(() => document.activeElement?.textContent === "Delete");
    await page.getByRole("button", { name: "Close" }).click();
    await page.click("#engine-chip");
    await page.getByRole("radio", { name: "Remote" }).check();
    await page.fill("[name=key]", KEY);
    await page.getByRole("checkbox", { name: "Keep for this tab" }).check();
    await page.getByRole("button", { name: "Use this service" }).click();
    const before = await countKept(page);
    assertEquals(Object.values(before).map((count) => count > 0), Array(5).fill(true));
    await deleteEverything(page);
    assertEquals(Object.values(await countKept(page)), Array(5).fill(0));
    await page.locator("#privacy-dialog").getByRole("button", { name: "Reload the page" }).click();
    await page.getByRole("heading", { name: /Search the stars of/ }).waitFor();
    await page.locator("#engine-chip .detail", { hasText: "no WebGPU" }).waitFor();
  },
);

pageTest("what is kept of questions is told, listed, and as the switch says", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page);
  await page.locator(".figures").waitFor();
  await page.click("#privacy-chip");
  const dialog = page.locator("#privacy-dialog");
  const kept = (name: string) => dialog.getByRole("cell", { name, exact: true });
  await kept("The last question, with its answer").waitFor();
  const keep = dialog.getByRole("checkbox", { name: "Keep the last 20 questions" });
  assert(!(await keep.isChecked()));
  await keep.check();
  await dialog.getByRole("button", { name: "Close" }).click();
  await ask(page, "terminal editor");
  await page.locator("#status", { hasText: "Answer finished" }).waitFor();
  await page.click("#privacy-chip");
  await kept("2 questions, with answers").waitFor();
  await keep.uncheck();
  await kept("The last question, with its answer").waitFor();
  await dialog.getByRole("button", { name: "Delete: The last question, with its answer" }).click();
  await kept("The last question, with its answer").waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".card").first().waitFor();
  assertEquals(await page.locator("#answer").count(), 0);
});

pageTest("Delete everything in one tab holds in an open dialog of another", async (visit) => {
  const { page, context, url } = await visit();
  const other = await context.newPage();
  await other.goto(url);
  await other.click("#privacy-chip");
  await other.getByText("Together").waitFor();
  await deleteEverything(page);
  await other.locator(".banner", { hasText: "This page no longer saves anything" }).waitFor();
  // The kept settings of this test are written anew only by a reload.
  assertEquals(Object.values(await countKept(other)), Array(5).fill(0));
});

pageTest("two tabs keep each other's settings", async (visit) => {
  const { page, context, url } = await visit({ settings: { engine: "webllm" } });
  const other = await context.newPage();
  await other.goto(url);
  await other.locator(".card").first().waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.selectOption("#theme", "dark");
  await other.click("#engine-chip");
  await other.getByRole("radio", { name: "LM Studio" }).check();
  await other.getByRole("button", { name: "Use LM Studio" }).click();
  await page.locator("#engine-chip .name", { hasText: "LM Studio" }).waitFor();
  await other.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("ask-stars")!));
  assertEquals([kept.theme, kept.engine], ["dark", "local-b"]);
});

pageTest("a browser that keeps nothing says so, and its list is empty", async (visit) => {
  const { page } = await visit();
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(globalThis, "localStorage", { get: refuse });
    Object.defineProperty(globalThis, "sessionStorage", { get: refuse });
    indexedDB.open = refuse;
  });
  await page.reload();
  await page.locator(".card").first().waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.selectOption("#theme", "dark");
  await page.click("#privacy-chip");
  const dialog = page.locator("#privacy-dialog");
  await dialog.getByText("This browser lets this page keep nothing").waitFor();
  assertEquals(await dialog.getByRole("cell", { name: /^(Settings|Stars|Key)/ }).count(), 0);
});
