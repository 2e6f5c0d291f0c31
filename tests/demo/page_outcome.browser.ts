// Copyright 2026 the Rivulet authors. MIT license.

// What a person meets first, and what they keep.

import { Buffer } from "node:buffer";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { ask, engineSettings, goOn, pageTest } from "../support/page_browser.ts";
import { closedPort } from "../support/loopback.ts";
import { startEngine, startGitHub } from "../support/page_servers.ts";

pageTest(
  "the first Ask finds a server of this device, and the next one needs no look",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take [1]."], models: ["qwen"] });
    const engines = {
      "local-a": { baseUrl: `http://localhost:${closedPort()}` },
      "local-b": { baseUrl: engine.base },
    };
    const { page } = await visit({ settings: { engines } });
    assertEquals(engine.requests, []);
    await ask(page, "search code from the terminal");
    await page.locator(".figures", { hasText: "qwen on LM Studio" }).waitFor();
    await page.locator("#engine-chip", { hasText: "qwen" }).waitFor();
    const { engine: picked, isPicked } = await page.evaluate(() =>
      JSON.parse(localStorage.getItem("ask-stars")!)
    );
    assertEquals([picked, isPicked], ["local-b", true]);
  },
);

pageTest("a person's own choice is never changed by a look for servers", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  const engines = { "local-a": { baseUrl: engine.base } };
  const { page } = await visit({ settings: { engine: "webllm", engines } });
  await page.evaluate(() => Object.defineProperty(navigator, "gpu", { value: undefined }));
  await ask(page, "search code from the terminal");
  await page.getByText("This browser cannot run a model.").waitFor();
  assertEquals(engine.requests, []);
});

pageTest("a conversation is there after a reload, and goes on", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  const settings = { ...engineSettings("local-a", engine.base) as object, keepQuestions: true };
  const { page } = await visit({ settings });
  await ask(page, "search code from the terminal");
  await page.locator(".meta").waitFor();
  await goOn(page, "static site generator");
  await page.locator("#answer-title", { hasText: "static" }).waitFor();
  await page.locator(".meta").waitFor();
  await page.reload();
  await page.locator("#answer-title", { hasText: "static" }).waitFor();
  assertEquals(await page.locator(".turn h2").allInnerTexts(), ["search code from the terminal"]);
  await goOn(page, "why not the second?");
  await page.locator("#answer-title", { hasText: "why not" }).waitFor();
  await page.locator(".meta").waitFor();
  assertEquals(JSON.parse(engine.bodies.at(-1)!).messages.length, 6);
  await page.getByRole("button", { name: "Last questions" }).click();
  const dialog = page.locator("#questions-dialog");
  assertEquals(await dialog.locator(".questions li").count(), 1);
  assertStringIncludes(await dialog.locator(".questions").innerText(), "3 questions");
  await dialog.getByRole("button", { name: "Forget: search code from the terminal" }).click();
  await dialog.getByText("None is kept.").waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body);
});

pageTest("41: a list that was exported is the same in another profile", async (visit, { url }) => {
  await using github = startGitHub({ users: { ana: 250 } });
  const settings = { engine: "webllm", gitHubApiUrl: github.base };
  const { page } = await visit({ settings });
  await page.fill("#welcome-name", "ana");
  await page.keyboard.press("Enter");
  await page.locator("#stars-chip .detail", { hasText: "250" }).waitFor();
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "All as JSON" }).click(),
  ]);
  assertEquals(download.suggestedFilename(), "ana.json");
  const text = await Deno.readTextFile(await download.path());
  const { length } = github.requests;
  const { page: other } = await visit({ settings });
  await other.click("#stars-chip");
  const take = (name: string, buffer: string) =>
    other.locator("[name=import]").setInputFiles({
      name,
      mimeType: "application/json",
      buffer: Buffer.from(buffer),
    });
  await take("notes.json", "{}");
  await other.getByText("Choose a JSON file that this page has exported").waitFor();
  await take("ana (1).json", text);
  await other.locator("#stars-chip .detail", { hasText: "250" }).waitFor();
  await other.goto(url);
  await other.locator("#stars-chip", { hasText: "@ana" }).waitFor();
  for (const one of [page, other]) {
    await one.locator("#matches-title", { hasText: "of 250 stars" }).waitFor();
  }
  assertEquals(
    await other.locator(".card .name").allInnerTexts(),
    await page.locator(".card .name").allInnerTexts(),
  );
  assertEquals(github.requests.length, length);
});

pageTest("new stars come when the page opens, for those who want that", async (visit) => {
  await using github = startGitHub({ users: { ana: 150 } });
  const { page } = await visit({ settings: { engine: "webllm", gitHubApiUrl: github.base } });
  await page.fill("#welcome-name", "ana");
  await page.keyboard.press("Enter");
  await page.locator("#stars-chip .detail", { hasText: "150" }).waitFor();
  await page.locator(".ranking", { hasText: "read today" }).waitFor();
  await page.click("#stars-chip");
  await page.getByRole("checkbox", { name: /^Look for new stars/ }).check();
  await page.getByRole("button", { name: "Close" }).click();
  const { length } = github.requests;
  github.script.users["ana"] = 152;
  await page.reload();
  await page.locator("#stars-chip .detail", { hasText: "152" }).waitFor();
  assertEquals(github.requests.length, length + 1);
});

pageTest("More like this finds others, and its words can be read", async (visit) => {
  const { page } = await visit();
  await page.fill("#question", "ripgrep");
  // The matches of the example stand there until those of the question are found.
  const first = page.locator(".card").first();
  await first.locator(".name", { hasText: "ripgrep" }).waitFor();
  const name = (await page.locator(".card .name").first().innerText()).replace(/\s/g, "");
  await page.locator(".card .menu-button").first().click();
  await page.getByRole("button", { name: "More like this" }).click();
  assertEquals(await page.inputValue("#question"), `Like ${name}`);
  await first.locator(".name", { hasNotText: "ripgrep" }).waitFor();
  const others = (await page.locator(".card .name").allInnerTexts()).map((text) =>
    text.replace(/\s/g, "")
  );
  assert(others.length > 1 && !others.includes(name), others.join());
});

pageTest("a question mark shows the keys, and Escape gives the focus back", async (visit) => {
  const { page } = await visit();
  await page.focus("#stars-chip");
  await page.keyboard.press("?");
  await page.locator("#keys-dialog[open]", { hasText: "Shift Enter" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#keys-dialog").waitFor({ state: "detached" });
  await page.locator("#stars-chip:focus").waitFor();
  await page.focus("#question");
  await page.keyboard.type("a?");
  assertEquals(await page.inputValue("#question"), "a?");
  assertEquals(await page.locator("#keys-dialog").count(), 0);
});

pageTest("an installed page has icons of every kind", async (visit) => {
  const { page, url } = await visit();
  const manifest = await (await fetch(new URL("manifest.webmanifest", url))).json();
  const pictures = manifest.icons.filter(({ type }: { type: string }) => type === "image/png");
  assertEquals(
    pictures.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose]),
    [["192x192", undefined], ["512x512", undefined], ["512x512", "maskable"]],
  );
  const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
  for (const { src, sizes } of [...pictures, { src: touch, sizes: "180x180" }]) {
    const response = await fetch(new URL(src, url));
    assertEquals(response.headers.get("content-type"), "image/png");
    const bytes = new Uint8Array(await response.arrayBuffer());
    assertEquals(String.fromCharCode(...bytes.slice(1, 4)), "PNG");
    const view = new DataView(bytes.buffer);
    assertEquals(`${view.getUint32(16)}x${view.getUint32(20)}`, sizes);
  }
});

pageTest(
  "conversations are found by their words, grouped by day, and one can go",
  async (visit) => {
    await using engine = startEngine({});
    const settings = { ...engineSettings("local-a", engine.base) as object, keepQuestions: true };
    const { page } = await visit({ settings });
    const questions = ["photo library", "charts", "mail server", "terminal editor", "search code"];
    for (const question of [...questions, "static site generator"]) {
      engine.script.tokens = [`Words about ${question.toUpperCase()} [1].`];
      await ask(page, question);
      await page.locator("#answer-title", { hasText: question }).waitFor();
      await page.locator(".meta").waitFor();
    }
    await page.getByRole("button", { name: "Last questions" }).click();
    const dialog = page.locator("#questions-dialog");
    const names = dialog.locator(".questions li > button");
    await names.nth(5).waitFor();
    assertEquals(await dialog.locator(".questions h3").count(), 1);
    const field = dialog.getByLabel("Search in them");
    // In an answer, and of two words in any order.
    await field.fill("SERVER about");
    await names.nth(1).waitFor({ state: "detached" });
    assertEquals(await names.allInnerTexts(), ["mail server"]);
    await field.fill("nothing of that kind");
    await dialog.getByText("None has that.").waitFor();
    await field.fill("");
    await names.nth(5).waitFor();
    await dialog.getByRole("button", { name: "Forget: charts", exact: true }).click();
    await names.nth(5).waitFor({ state: "detached" });
    assertEquals((await names.allInnerTexts()).includes("charts"), false);
    await names.getByText("photo library").click();
    await page.locator(".answer-text", { hasText: "PHOTO LIBRARY" }).waitFor();
  },
);

pageTest(
  "35: an answer can be read before anything is set up, and goes with the first letter",
  async (visit) => {
    const { page } = await visit();
    const example = page.locator("#example-answer");
    assertStringIncludes(await example.innerText(), "Ripgrep is a fast and efficient way");
    assertMatch(await example.innerText(), /An example, answered by Qwen2\.5-Coder 1\.5B/);
    assertEquals(
      await example.locator("p").nth(1).getByRole("link").getAttribute("href"),
      "https://github.com/BurntSushi/ripgrep",
    );
    // All of it is there at once, with what it was made from.
    assertEquals(await example.locator("li").count(), 4);
    const { y, height } = (await example.boundingBox())!;
    assert(y + height < 800, `the example ends at ${y + height}`);
    await example.getByRole("button", { name: "Ask it yourself" }).click();
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>("#question")!.value.startsWith("fast way to")
    );
    await page.fill("#question", "");
    await page.fill("#question", "s");
    await example.waitFor({ state: "detached" });
  },
);

/** Nothing of the page is kept, so that it waits for a touch. */
const UNKEPT = { serviceWorkers: "block" } as const;

pageTest("the search starts with the first touch, and changes nothing by that", async (visit) => {
  const { page } = await visit({ context: UNKEPT });
  const cards = page.locator(".card");
  const before = await cards.allInnerTexts();
  assertEquals(await page.locator(".card mark").first().innerText(), "files");
  await stayAway(page);
  const started = page.waitForEvent("worker");
  await page.locator("h1").hover();
  assertStringIncludes((await started).url(), "search_worker.js");
  await page.fill("#question", "terminal emulator");
  await page.locator(".card", { hasText: "alacritty" }).first().waitFor();
  await page.fill("#question", "");
  await page.waitForFunction(
    (texts) =>
      [...document.querySelectorAll<HTMLElement>(".card")].map(({ innerText }) => innerText)
        .join() === texts,
    before.join(),
  );
});

/** What different people do first. */
const TOUCHES: Record<string, (page: Page) => Promise<unknown>> = {
  "a key": (page) => page.keyboard.press("Tab"),
  "a finger": (page) => page.touchscreen.tap(5, 300),
  "a wheel": (page) => page.mouse.wheel(0, 100),
  // A screen reader and a voice press a button without a pointer, a key or a focus.
  "a press without a pointer": (page) =>
    page.locator(".card .tag").first().evaluate((button: HTMLElement) => button.click()),
  // Words that are dictated come without a key.
  "words without a key": (page) => page.locator("#question").fill("ripgrep"),
};

for (const [name, touch] of Object.entries(TOUCHES)) {
  pageTest(`the search starts with ${name}`, async (visit) => {
    const { page } = await visit({ context: { ...UNKEPT, hasTouch: true } });
    await stayAway(page);
    const started = page.waitForEvent("worker");
    await touch(page);
    assertStringIncludes((await started).url(), "search_worker.js");
  });
}

pageTest("a link's question is searched without a touch", async (visit, { url }) => {
  const { page } = await visit();
  await page.goto("about:blank");
  await page.goto(`${url}#q=terminal+emulator`);
  await page.locator("#matches-title", { hasText: /^Best \d+ of \d+$|^\d+ matches$/ }).waitFor();
  await page.locator(".card", { hasText: "alacritty" }).first().waitFor();
});

pageTest("what a first visit shows can be found before it is touched", async (visit) => {
  const { page } = await visit({ context: UNKEPT });
  await stayAway(page);
  const names = await page.getByRole("button").evaluateAll((buttons) =>
    buttons.map((button) => (button as HTMLElement).innerText)
  );
  for (const name of ["Read the READMEs of these 8", "Smarter search", "Show 3 more"]) {
    assert(names.includes(name), `${name} in ${names}`);
  }
});

pageTest(
  "the search starts without a touch once the page is kept on this device",
  async (visit) => {
    const { page } = await visit();
    const worker = page.workers()[0] ?? await page.waitForEvent("worker");
    assertStringIncludes(worker.url(), "search_worker.js");
  },
);

/** Long after the page stands: nothing searches. */
async function stayAway(page: Page): Promise<void> {
  await page.evaluate(() =>
    new Promise<void>((resolve) =>
      requestIdleCallback(() => requestAnimationFrame(() => resolve()))
    )
  );
  const kept = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).length
  );
  assertEquals([page.workers().map((worker) => worker.url()), kept], [[], 0]);
}
