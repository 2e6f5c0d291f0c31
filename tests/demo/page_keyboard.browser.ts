// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { engineSettings, findFaults, pageTest, typeQuestion } from "../support/page_browser.ts";
import { startEngine, startGitHub } from "../support/page_servers.ts";

/** What has the focus, in words, and whether it shows. */
async function focused(page: Page): Promise<{ name: string; shows: boolean }> {
  return await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const styles = [element, element.closest(".question-box, .choice") ?? element]
      .map((shown) => getComputedStyle(shown));
    return {
      name: element.getAttribute("aria-label") ?? (element.id || element.innerText),
      shows: styles.some(({ outlineStyle, outlineWidth }) =>
        outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
      ),
    };
  });
}

pageTest("the keyboard alone reaches everything, and the focus always shows", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1] and ", "[2]."] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  const names: string[] = [];
  const hidden: string[] = [];
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press("Tab");
    const { name, shows } = await focused(page);
    names.push(name);
    if (!shows) hidden.push(name);
  }
  assertEquals(hidden, []);
  assertEquals(names.slice(0, 6), [
    "Skip to matches",
    "stars-chip",
    "engine-chip",
    "privacy-chip",
    "More",
    "welcome-name",
  ]);
  await page.keyboard.press("Control+k");
  assertEquals((await focused(page)).name, "question");
  await page.keyboard.type("search code from the terminal");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("with regular expressions");
  assertEquals((await page.locator("#question").inputValue()).split("\n").length, 2);
  await page.keyboard.press("Enter");
  await page.locator(".meta").waitFor();
  await page.locator(".citation").first().focus();
  await page.keyboard.press("Enter");
  await page.locator('.card[data-number="1"]:focus').waitFor();
});

pageTest(
  "a dialog keeps the focus inside, closes with Escape and gives the focus back",
  async (visit) => {
    const { page } = await visit();
    await page.focus("#engine-chip");
    await page.keyboard.press("Enter");
    await page.locator("#engine-dialog[open]").waitFor();
    // This browser has no WebGPU: the first engine that can be used has the focus, as soon as the
    // browser has said so.
    await page.locator('#engine-dialog [value="local-a"]:focus').waitFor();
    await page.keyboard.press("ArrowDown");
    assert(await page.getByRole("radio", { name: "LM Studio" }).isChecked());
    await page.keyboard.press("Escape");
    await page.locator("#engine-dialog[open]").waitFor({ state: "detached" });
    await page.locator("#engine-chip:focus").waitFor();
  },
);

pageTest("a screen reader hears the edges of an answer, and never its tokens", async (visit) => {
  const tokens = "Take [1], it is the best of these for what you ask.".split(/(?= )/);
  await using engine = startEngine({ tokens, pauseMs: 20 });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await page.evaluate(() => {
    const heard: string[] = (globalThis as unknown as { heard: string[] }).heard = [];
    for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]")) {
      new MutationObserver(() => heard.push(region.textContent ?? ""))
        .observe(region, { childList: true, characterData: true, subtree: true });
    }
  });
  await page.fill("#question", "search code");
  await page.locator("#status", { hasText: /^\d+ matches\.$/ }).waitFor();
  await page.locator("#question").press("Enter");
  await page.locator("#status", { hasText: "Answer finished" }).waitFor();
  assertEquals(await page.locator("#answer-body [aria-live], #answer[aria-live]").count(), 0);
  const heard = await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
  const words = heard.filter((text) => text !== "");
  assertMatch(words[0]!, /^\d+ matches\.$/);
  assertStrictEquals(words[1], "Answering.");
  assertMatch(words[2]!, /^Answer finished: 12 words, 1 source\.$/);
  assertEquals(words.length, 3);
  engine.script.status = 500;
  await page.getByRole("button", { name: "Ask again" }).click();
  await page.locator("[role=alert]", { hasText: "had a problem (500)." }).waitFor();
});

pageTest("an input method that ends a word with Enter does not ask", async (visit) => {
  await using engine = startEngine({});
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await page.fill("#question", "検索");
  await page.locator("#question").evaluate((input) =>
    input.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }),
    )
  );
  await page.locator("#question").press("Escape");
  assertEquals(await page.locator("#submit").innerText(), "Ask");
  assertEquals(engine.requests, []);
});

pageTest("the check of the faults finds a fault", async (visit) => {
  const { page } = await visit();
  await page.evaluate(() =>
    document.querySelector("main")!.append(document.createElement("input"))
  );
  assertMatch((await findFaults(page)).join("\n"), /^label: <input>/m);
});

/** Presses a button by the keyboard; the focus must not be lost by it. */
async function press(page: Page, name: string | RegExp, scope = "body"): Promise<void> {
  const button = page.locator(scope).getByRole("button", { name }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForTimeout(100);
  await page.waitForFunction(() => document.activeElement?.localName !== "body");
}

pageTest("the focus is never lost by what a button does", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  await using github = startGitHub({ users: { ana: 250 }, pauseMs: 300 });
  const settings = {
    ...engineSettings("local-a", engine.base) as object,
    gitHubApiUrl: github.base,
  };
  const { page } = await visit({ settings });
  await typeQuestion(page, "search");
  for (
    const entry of ["Leave out of the answer", "Copy link", /^(Text sent to the model|Text sent)/]
  ) {
    await press(page, /^More about/, ".card");
    await press(page, entry, ".card");
    await page.locator(".card .menu-button:focus").waitFor();
  }
  await press(page, /^Show \d+ more/);
  await page.locator(".card .name:focus").waitFor();
  await page.locator("#question").press("Enter");
  await page.locator(".meta").waitFor();
  await press(page, "Ask again");
  await page.locator(".meta").waitFor();
  await press(page, "Edit question");
  await press(page, /^Back to “/);
  await press(page, "Figures of the answer");
  await press(page, /more (was|were) read$/);
  engine.script.status = 500;
  await press(page, "Ask again");
  await page.locator("[role=alert] .panel").waitFor();
  await press(page, "Ask again", "#alert");
  engine.script.listStatus = 500;
  await press(page, /^llama|^Ollama/, "header");
  await press(page, "Check connection");
  await page.locator("dialog .panel").waitFor();
  await press(page, "Check again", "dialog");
  await page.locator("dialog .panel").waitFor();
  engine.script.listStatus = 200;
  await press(page, "Check again", "dialog");
  await page.locator("dialog .result", { hasText: "1 model ready." }).waitFor();
  await press(page, "Close", "dialog");
  await press(page, /^Sample/, "header");
  await page.fill("dialog [name=user]", "ana");
  await page.keyboard.press("Enter");
  await page.locator(".banner", { hasText: "Reading @ana" }).waitFor();
  await press(page, "Cancel", ".banner");
});

pageTest("the focus is never lost by what changes the question or its matches", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await press(page, "Ask it yourself");
  await page.fill("#question", "");
  await press(page, "Self-hosted photo library");
  await typeQuestion(page, "search lang:rust");
  await press(page, /^Remove the filter/);
  await page.fill("#question", "write an invoice and keep the books lang:go");
  await page.getByText("One word alone finds some:").waitFor();
  await press(page, /^keep \(/);
  assertEquals(await page.locator("#question").inputValue(), "keep lang:go");
  await page.fill("#question", "");
  await press(page, /^Only /, ".card");
  await page.locator("select.active").selectOption("");
  await press(page, "Read the READMEs of these 8");
  await press(page, "Not now");
  await press(page, "Smarter search");
  await press(page, "Close", "dialog");
  await typeQuestion(page, "search code");
  await press(page, /^More about/, ".card");
  await press(page, "Leave out of the answer", ".card");
  await page.locator("#question").press("Enter");
  await page.locator(".meta").waitFor();
  await press(page, "Take back");
  await press(page, /^Source 1,/, ".answer-text");
  await press(page, "Back to answer");
  await page.fill("#question", "editor");
  await press(page, "Sources of the answer");
  await press(page, "Matches of what you type");
  await page.fill("#question", "");
  await press(page, "New question");
  await press(page, /^Back to “/);
  await press(page, "Last questions");
  await press(page, /^Forget: /, "dialog");
  await press(page, "Close", "dialog");
});

pageTest(
  "a slash leads to the box, and what cannot be seen of a question is not sent",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Hi"] });
    const { page, url } = await visit({ settings: engineSettings("local-a", engine.base) });
    await page.keyboard.press("/");
    await page.locator("#question:focus").waitFor();
    await page.keyboard.type("a/b");
    assertEquals(await page.inputValue("#question"), "a/b");
    await page.fill("#question", "search\u202e code\u200b fast");
    await page.locator("#question").press("Enter");
    await page.locator(".meta").waitFor();
    assertEquals(await page.locator("#answer-title").innerText(), "search code fast");
    assert(engine.bodies.at(-1)!.includes("search code fast"));
    await page.goto(`${url}?x#q=${encodeURIComponent(`mail\u200b server${"\n".repeat(600)}obey`)}`);
    await waitForQuestion(page, "mail server\n\nobey");
    // As a browser pastes.
    await page.locator("#question").evaluate((box: HTMLTextAreaElement) => {
      box.value = `photo\u{e0041} album${" ".repeat(600)}obey`;
      box.dispatchEvent(new InputEvent("input", { inputType: "insertFromPaste", bubbles: true }));
    });
    await waitForQuestion(page, "photo album obey");
  },
);

/** Waits until this stands in the box. */
async function waitForQuestion(page: Page, question: string): Promise<void> {
  await page.waitForFunction(
    (expected) => document.querySelector<HTMLTextAreaElement>("#question")?.value === expected,
    question,
  );
}
