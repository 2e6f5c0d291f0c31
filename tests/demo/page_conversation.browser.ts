// Copyright 2026 the Rivulet authors. MIT license.

// The question stands above its answer; the box is for the next one.

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { ask, engineSettings, goOn, pageTest, waitForFocus } from "../support/page_browser.ts";
import { neighbourFiles } from "../support/neighbour.ts";
import { startEngine, startGitHub } from "../support/page_servers.ts";

const FIRST = "search code from the terminal";
const SECOND = "static site generator";

const title = (page: Page) => page.locator("#answer-title");
const box = (page: Page) => page.locator("#question");

/** Presses a button, and waits until the box has this. */
async function press(page: Page, button: string, text: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await waitForBox(page, text);
}

async function waitForBox(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (expected) => document.querySelector<HTMLTextAreaElement>("#question")!.value === expected,
    text,
  );
}

/** The numbers of messages that each question has sent. */
const sent = (bodies: readonly string[]): number[] =>
  bodies.filter((body) => body.includes('"messages"')).map((body) =>
    JSON.parse(body).messages.length
  );

for (const width of [1280, 390]) {
  pageTest(
    `a question stands once, and one button asks, at ${width} px`,
    async (visit) => {
      await using engine = startEngine({ tokens: ["Take [1]."] });
      const { page } = await visit({ width, settings: engineSettings("local-a", engine.base) });
      await ask(page, FIRST);
      await page.locator(".meta").waitFor();
      assertEquals(await title(page).innerText(), FIRST);
      assertEquals(await box(page).inputValue(), "");
      assertEquals(await box(page).getAttribute("placeholder"), "Ask a follow-up");
      assertEquals(await page.getByRole("button", { name: "Ask", exact: true }).count(), 1);
      assertStringIncludes(
        await page.locator("#question-hint").textContent() ?? "",
        "Sends this conversation to llama3.1:8b on Ollama.",
      );
      // While one writes, the answer stays, and the box stays in sight.
      await box(page).fill("one in Rust?");
      const [answer, form] = await Promise.all([
        page.locator(".answer-text").boundingBox(),
        page.locator("#question-form").boundingBox(),
      ]);
      assertEquals(answer!.y + answer!.height <= form!.y, true);
      assertEquals(form!.y + form!.height <= (width > 600 ? 800 : 844), true);
    },
  );
}

pageTest("a question can be put in other words, and what was left comes back", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page, FIRST);
  await page.locator(".meta").waitFor();
  await goOn(page, SECOND);
  await title(page).filter({ hasText: SECOND }).waitFor();
  await page.locator(".meta").waitFor();
  await press(page, "Edit question", SECOND);
  await waitForFocus(box(page));
  assertEquals(await title(page).innerText(), FIRST);
  await press(page, `Back to “${SECOND}”`, "");
  assertEquals(await title(page).innerText(), SECOND);
  await press(page, "Edit question", SECOND);
  // It still goes on with the first one.
  await goOn(page, "static site generator in Go");
  await title(page).filter({ hasText: "in Go" }).waitFor();
  await page.locator(".meta").waitFor();
  assertEquals(await page.locator(".turn h2").allInnerTexts(), [FIRST]);
  assertEquals(sent(engine.bodies), [2, 4, 4]);
});

pageTest("a new question begins anew, and Back leads to the answer before", async (visit) => {
  await using engine = startEngine({ tokens: ["Take [1]."] });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page, FIRST);
  await page.locator(".meta").waitFor();
  await page.getByRole("button", { name: "Last questions" }).first().waitFor();
  await press(page, "New question", "");
  await waitForFocus(box(page));
  await page.locator("#answer").waitFor({ state: "detached" });
  assertEquals(new URL(page.url()).hash, "");
  await page.goBack();
  await title(page).filter({ hasText: FIRST }).waitFor();
  assertEquals(await box(page).inputValue(), "");
  await press(page, "New question", "");
  await page.reload();
  await page.locator("#example-answer").waitFor();
  await goOn(page, SECOND);
  await page.locator(".meta").waitFor();
  assertEquals(sent(engine.bodies), [2, 2]);
});

pageTest(
  "words that are typed before the last answer is back stay in the box",
  async (visit, { url }) => {
    await using engine = startEngine({ tokens: ["Take [1]."] });
    await using github = startGitHub({ users: { ana: 120 } });
    const { page, context } = await visit({
      settings: {
        ...engineSettings("local-a", engine.base) as object,
        gitHubApiUrl: github.base,
      },
    });
    await page.fill("#welcome-name", "ana");
    await page.keyboard.press("Enter");
    await page.locator("#stars-chip .detail", { hasText: "120" }).waitFor();
    await ask(page, FIRST);
    await page.locator(".meta").waitFor();
    const holder = await context.newPage();
    await holder.goto(`${url}other/`);
    const letGo = await holdDatabase(holder);
    await page.reload();
    await box(page).fill(SECOND);
    await letGo();
    await title(page).filter({ hasText: FIRST }).waitFor();
    assertEquals(await box(page).inputValue(), SECOND);
    await box(page).press("Enter");
    await title(page).filter({ hasText: SECOND }).waitFor();
  },
  { others: neighbourFiles },
);

/** Lets no other tab read the page's database, until the function that is given back is called. */
async function holdDatabase(holder: Page): Promise<() => Promise<void>> {
  await holder.evaluate(() =>
    new Promise<void>((resolve) => {
      const opening = indexedDB.open("ask-stars");
      opening.onsuccess = () => {
        const database = opening.result;
        const names = [...database.objectStoreNames];
        const store = database.transaction(names, "readwrite").objectStore(names[0]!);
        // A transaction ends when nothing is asked of it any more.
        const goOn = (): void => {
          resolve();
          if (document.title !== "let go") store.count().onsuccess = goOn;
        };
        goOn();
      };
    })
  );
  return () => holder.evaluate(() => void (document.title = "let go"));
}

pageTest("a question that gets no answer can be put in other words", async (visit) => {
  await using engine = startEngine({ tokens: ["One ", "two ", "three "], isOpen: true });
  const { page } = await visit({ settings: engineSettings("local-a", engine.base) });
  await ask(page, "zzqqxxyy");
  await page.getByText("No repository matches that.").waitFor();
  await box(page).fill("static site");
  await page.locator("#matches .card").first().waitFor();
  assertEquals(await page.getByRole("button", { name: "Sources of the answer" }).count(), 0);
  await press(page, "Edit question", "zzqqxxyy");
  assertEquals(await page.locator("#answer").count(), 0);
  // One that runs is stopped by it.
  await goOn(page, FIRST);
  await page.locator(".answer-text", { hasText: "One two three" }).waitFor();
  await press(page, "Edit question", FIRST);
  await page.locator("#submit", { hasText: "Ask" }).waitFor();
  await press(page, `Back to “${FIRST}”`, "");
  await page.getByText("Stopped after 3 words.").waitFor();
});

pageTest("a question that is not sent after all is in the box again", async (visit) => {
  await using engine = startEngine({ tokens: ["Hi"] });
  const { page } = await visit({
    settings: engineSettings("standard-compatible", engine.base, "m"),
  });
  await ask(page, FIRST);
  await page.fill("[name=key]", "test-key-of-nobody");
  await page.getByRole("button", { name: /Use this service/ }).click();
  await press(page, "Stay local", FIRST);
  assertEquals(sent(engine.bodies), []);
});
