// Copyright 2026 the Rivulet authors. MIT license.

// Steps 21 to 32 of the walk that accepts the page; the first 20 are in the files of their subjects.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { ask, engineSettings, goOn, pageTest } from "../support/page_browser.ts";
import { startEngine, startGitHub, startStub, type StubServer } from "../support/page_servers.ts";

const QUESTION = "search code from the terminal";

/** Loads stars by the field above the sample. */
async function loadStars(page: Page, user: string): Promise<void> {
  await page.fill(".welcome [name=name]", user);
  await page.getByRole("button", { name: "Load stars" }).first().click();
}

const withStars = (github: StubServer, engine: StubServer): unknown => ({
  gitHubApiUrl: github.base,
  ...engineSettings("local-a", engine.base) as object,
});

pageTest(
  "21: an answer stays when other stars are loaded, and says what was asked",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take BurntSushi/ripgrep [1]."] });
    await using github = startGitHub({ users: { ana: 120 } });
    const { page } = await visit({ settings: withStars(github, engine) });
    await ask(page, QUESTION);
    await page.locator(".meta").waitFor();
    await page.click("#stars-chip");
    await page.fill("dialog [name=user]", "ana");
    await page.getByRole("button", { name: "Load stars" }).last().click();
    await page.locator("#stars-chip .detail", { hasText: "120" }).waitFor();
    assertEquals(await page.locator("#answer-title").innerText(), QUESTION);
    assertStringIncludes(await page.locator(".answer-text").innerText(), "Take BurntSushi/ripgrep");
    assertStringIncludes(await page.locator("#answer .kicker").innerText(), "of the sample");
    assertStringIncludes(
      await page.locator(".card .name").first().innerText(),
      "BurntSushi/ripgrep",
    );
  },
);

pageTest("21: stars that come while an answer runs neither end nor hide it", async (visit) => {
  await using engine = startEngine({ tokens: ["One ", "two ", "three "], isOpen: true });
  await using github = startGitHub({ users: { ana: 120 } });
  const { page } = await visit({ settings: withStars(github, engine) });
  await ask(page, QUESTION);
  await page.getByText("One two three").waitFor();
  await page.click("#stars-chip");
  await page.fill("dialog [name=user]", "ana");
  await page.getByRole("button", { name: "Load stars" }).last().click();
  await page.locator("#stars-chip .detail", { hasText: "120" }).waitFor();
  assertEquals(await page.locator("#submit").innerText(), "Stop");
  await page.keyboard.press("Escape");
  await page.getByText("Stopped after 3 words.").waitFor();
});

pageTest(
  "22: a filter that the new list does not have is gone, in sight and in effect",
  async (visit) => {
    await using engine = startEngine({});
    await using github = startGitHub({ users: { ana: 120 } });
    const { page } = await visit({ settings: withStars(github, engine) });
    const language = page.getByRole("combobox", { name: "Language" });
    await language.selectOption("Zig");
    await page.locator("#matches-title", { hasText: /^1 match/ }).or(page.locator(".no-match"))
      .first().waitFor();
    await loadStars(page, "ana");
    await page.locator("#matches-title", { hasText: "Newest 8 of 120 stars" }).waitFor();
    assertEquals(await language.inputValue(), "");
    assertEquals(await page.locator(".card").count(), 8);
  },
);

pageTest(
  "23: a server that stops in the middle is said to have stopped answering",
  async (visit) => {
    const tokens = ["Start ", "with ", "ripgrep"];
    await using engine = startEngine({ tokens, breaks: true });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    await ask(page, QUESTION);
    await page.getByText("Ollama stopped answering after 3 words.", { exact: true }).waitFor();
    assertStringIncludes(await page.locator(".answer-text").innerText(), "Start with ripgrep");
    assertEquals(
      await page.locator("#status").innerText(),
      "The answer broke off after 3 words.",
    );
    assertEquals(await page.getByRole("button", { name: "Ask again" }).count(), 1);
    assertEquals(await page.getByRole("button", { name: "Who answers?" }).count(), 1);
    assertEquals(await page.locator("#submit").innerText(), "Ask");
  },
);

pageTest(
  "24: a server that is silent about its models has a clock, and Escape works",
  async (visit) => {
    const { promise: released, resolve: release } = Promise.withResolvers<Response>();
    await using server = startStub(() => released);
    const { page } = await visit({ settings: engineSettings("local-a", server.base) });
    await ask(page, QUESTION);
    await page.getByText(/^Reading the list of models · [1-9]\d* s$/).waitFor();
    assertEquals(await page.locator("#submit").innerText(), "Stop");
    await page.keyboard.press("Escape");
    await page.getByText("Stopped.", { exact: true }).first().waitFor();
    assertEquals(await page.locator("#submit").innerText(), "Ask");
    release(new Response());
  },
);

pageTest("25: a slow service has a clock, and no reason that nobody gave", async (visit) => {
  await using engine = startEngine({ tokens: [], isOpen: true });
  const { page } = await visit({
    settings: engineSettings("standard-compatible", engine.base, "some-model"),
  });
  await page.clock.install();
  await ask(page, QUESTION);
  await page.fill("[name=key]", "test-key-of-nobody");
  await page.getByRole("button", { name: /Use this service/ }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText(/^Waiting for some-model · \d+ s$/).waitFor();
  await page.clock.fastForward(60_000);
  await page.getByText(/^Waiting for some-model · 1 min \d s$/).waitFor();
  assert(!/loading|memory/i.test(await page.locator("#answer").innerText()));
});

pageTest(
  "26: a link opens its question with matches, sends nothing, and Back and Forward work",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Hi"] });
    const settings = engineSettings("local-a", engine.base);
    const { page, url, context } = await visit({ settings });
    const opened = await context.newPage();
    await opened.goto(`${url}#q=${encodeURIComponent("static site generator")}`);
    await opened.locator(".card .name", { hasText: "hugo" }).waitFor();
    assertEquals(await opened.inputValue("#question"), "static site generator");
    assertEquals(engine.requests, []);
    assertEquals(await opened.locator("#privacy-chip").innerText(), "Private");
    await opened.close();
    await ask(page, QUESTION);
    await page.locator(".meta").waitFor();
    assertMatch(page.url(), /#q=search\+code\+from\+the\+terminal$/);
    await goOn(page, "charts without a framework");
    await page.locator("#answer-title", { hasText: "charts" }).waitFor();
    await page.locator(".meta").waitFor();
    const { length } = engine.requests;
    await page.goBack();
    await page.locator("#answer-title", { hasText: QUESTION }).waitFor();
    await page.locator(".card .name", { hasText: "BurntSushi/ripgrep" }).waitFor();
    await page.goForward();
    await page.locator("#answer-title", { hasText: "charts" }).waitFor();
    assertEquals(await page.inputValue("#question"), "");
    await page.goBack();
    await page.goBack();
    await page.locator("#example-answer").waitFor();
    assertEquals(await page.locator("#answer").count(), 0);
    assertEquals(engine.requests.length, length);
  },
);

pageTest("26: a link to other stars reads them only after a click", async (visit) => {
  await using engine = startEngine({});
  await using github = startGitHub({ users: { ana: 120 } });
  const { url, context } = await visit({ settings: withStars(github, engine) });
  const page = await context.newPage();
  await page.goto(`${url}#q=editor&user=ana`);
  await page.getByText("This link asks the stars of @ana, which are not here.").first().waitFor();
  assertEquals(github.requests, []);
  await page.locator(".banner").getByRole("button", { name: "Load stars" }).click();
  await page.locator("#stars-chip .detail", { hasText: "120" }).waitFor();
  assertEquals(await page.inputValue("#question"), "editor");
  await page.locator("#matches-title", { hasText: /^Best 8 of \d+$/ }).waitFor();
});

pageTest(
  "27: an answer is there after a reload, with its sources and its figures' model",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take **BurntSushi/ripgrep** [1]."] });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    await ask(page, QUESTION);
    await page.locator(".meta").waitFor();
    await page.getByRole("button", { name: "Last questions" }).waitFor();
    const { length } = engine.requests;
    await page.reload();
    await page.locator(".answer-text", { hasText: "Take BurntSushi/ripgrep" }).waitFor();
    assertEquals(await page.locator("#answer-title").innerText(), QUESTION);
    assertStringIncludes(await page.locator(".figures").innerText(), "llama3.1:8b on Ollama");
    await page.locator(".citation").first().click();
    assertStringIncludes(
      await page.locator(".card:focus .name").innerText(),
      "BurntSushi/ripgrep",
    );
    assertEquals(engine.requests.length, length);
  },
);

pageTest(
  "27: the last questions are kept where that is wished, and can be forgotten",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take [1]."] });
    const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
    for (const question of [QUESTION, "static site generator"]) {
      await ask(page, question);
      await page.locator("#answer-title", { hasText: question }).waitFor();
      await page.locator(".meta").waitFor();
      await page.getByRole("button", { name: "Last questions" }).click();
      const keeps = page.getByRole("checkbox", { name: "Keep the last 20 questions" });
      if (question === QUESTION) await keeps.check();
      else await page.locator(".questions li").nth(1).waitFor();
      await page.getByRole("button", { name: "Close" }).click();
    }
    await page.reload();
    await page.getByRole("button", { name: "Last questions" }).click();
    await page.locator(".questions").getByRole("button", { name: QUESTION, exact: true }).click();
    assertEquals(await page.locator("#answer-title").innerText(), QUESTION);
    await page.getByRole("button", { name: "Last questions" }).click();
    await page.getByRole("button", { name: "Forget them" }).click();
    await page.getByText("None is kept.").waitFor();
    await page.reload();
    await page.locator(".card").first().waitFor();
    assertEquals(await page.locator("#answer").count(), 0);
  },
);

pageTest("28: a full reload that meets a limit leaves the list of before", async (visit) => {
  const resetAt = Math.floor(Date.now() / 1000) + 1800;
  await using engine = startEngine({});
  await using github = startGitHub({ users: { ana: 10_000 }, limit: 103, resetAt });
  const { page } = await visit({ settings: withStars(github, engine) });
  await loadStars(page, "ana");
  await page.locator("#matches-title", { hasText: "Newest 8 of 10,000 stars" }).waitFor();
  await page.locator(".banner").waitFor({ state: "detached" });
  await page.click("#stars-chip");
  await page.getByRole("button", { name: /^Full reload/ }).click();
  await page.locator(".banner", { hasText: /^300 of about 10,000 stars\..*more from/ }).waitFor();
  assertEquals(github.requests.length, 104);
  assertEquals(await page.locator("#stars-chip .detail").innerText(), "10,000");
  await page.reload();
  await page.locator("#matches-title", { hasText: "Newest 8 of 10,000 stars" }).waitFor();
});

pageTest(
  "29: a browser that keeps nothing is told of, and the page works from memory",
  async (visit) => {
    await using engine = startEngine({ tokens: ["Take [1]."] });
    await using github = startGitHub({ users: { ana: 120 } });
    const { page, context, url } = await visit({ settings: withStars(github, engine) });
    await context.addInitScript(() => {
      const refuse = (): never => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
      for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
        Object.defineProperty(globalThis, name, { get: refuse });
      }
    });
    const blocked = await context.newPage();
    await blocked.goto(url);
    await blocked.locator(".card").first().waitFor();
    await blocked.getByRole("button", { name: "More", exact: true }).click();
    await blocked.locator("#theme").selectOption("dark");
    await blocked.getByText(/lets this page keep nothing/).first().waitFor();
    assertEquals(await blocked.locator("html").getAttribute("data-theme"), "dark");
    await ask(blocked, QUESTION);
    await blocked.locator(".panel").first().waitFor();
    await page.close();
  },
);

pageTest(
  "30: on a phone the name, a sentence, the field, an answer and the first match come soon",
  async (visit) => {
    const { page } = await visit({ width: 390 });
    const limit = 844 * 1.5;
    for (
      const place of [".welcome h2", ".welcome p", ".welcome [name=name]", ".card .name"]
    ) {
      const box = await page.locator(place).first().boundingBox();
      assert(box !== null && box.y + box.height < limit, `${place} ends at ${box?.y}`);
    }
    const answer = await page.locator("#example-title + p").boundingBox();
    const question = await page.locator("#question-form").boundingBox();
    assert(answer!.y + answer!.height < question!.y, "the answer is behind the question box");
  },
);

pageTest("31: all matches can be shown, put in another order, and written out", async (visit) => {
  await using engine = startEngine({});
  await using github = startGitHub({ users: { ana: 400 } });
  const { page } = await visit({ settings: withStars(github, engine) });
  await loadStars(page, "ana");
  await page.locator("#matches-title", { hasText: "of 400 stars" }).waitFor();
  await page.fill("#question", "editor");
  await page.locator("#matches-title", { hasText: /^Best 8 of \d+$/ }).waitFor();
  const title = await page.locator("#matches-title").innerText();
  const total = Number(/of (\d+)$/.exec(title)![1]);
  assert(total > 8);
  const more = page.getByRole("button", { name: /^Show \d+ more$/ });
  while (await more.count() > 0) {
    const before = await page.locator(".card").count();
    await more.click();
    await page.waitForFunction(
      (count) => document.querySelectorAll(".card").length > count,
      before,
    );
  }
  assertEquals(await page.locator(".card").count(), total);
  await page.getByRole("combobox", { name: "Order" }).selectOption("pushed");
  await page.locator(".ranking", { hasText: "by last push" }).waitFor();
  const pushed = await page.locator(".facts .pushed").allInnerTexts();
  assertEquals(pushed.length, total);
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Matches as Markdown" }).click(),
  ]);
  assertEquals(download.suggestedFilename(), "ana-matches.md");
  const text = await Deno.readTextFile(await download.path());
  assertEquals(text.match(/^- /gm)?.length, total);
});

pageTest("32: C# is a word, and a language that can be typed", async (visit) => {
  const { page } = await visit();
  await page.fill("#question", "lang:c#");
  await page.locator(".typed", { hasText: "C#" }).or(page.locator(".typed", { hasText: "c#" }))
    .first().waitFor();
  await page.locator("#matches-title", { hasText: "3" }).waitFor();
  assertEquals(new Set(await page.locator(".facts .language").allInnerTexts()), new Set(["C#"]));
  await page.getByRole("button", { name: /^Remove the filter/ }).click();
  assertEquals(await page.inputValue("#question"), "");
});
