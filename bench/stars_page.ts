// Copyright 2026 the Rivulet authors. MIT license.

// Measures the page Ask your stars in Chromium and prints the figures as JSON. Runs with the
// configuration of the project, whose tests know how to serve and to visit the page.

import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../tests/support/chromium.ts";
import { startPageServer } from "../tests/support/page_server.ts";
import { startEngine, startGitHub } from "../tests/support/page_servers.ts";
import type { PageFigures } from "./rows/stars_page.ts";

/** In words that the stars of the stub have. */
const QUESTION = "search code from the terminal";
const LONG_WAIT = { timeout: 120_000 };

/** An answer that is mostly one code block of 50 KB. */
const LONG_ANSWER = `Use this:\n\n\`\`\`js\n${
  'const line = "of a program";\n'.repeat(1725)
}\`\`\`\n\nThe end [1].`;

/** What the watch in the page takes note of, in milliseconds. */
interface Watched {
  firstMatches?: number;
  rankings: number[];
  longestTask: number;
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const watched: Watched = { rankings: [], longestTask: 0 };
  Object.assign(globalThis, { watched });
  new MutationObserver((_, observer) => {
    if (document.querySelector(".card") === null) return;
    watched.firstMatches = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      watched.longestTask = Math.max(watched.longestTask, duration);
    }
  }).observe({ type: "longtask" });
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener("message", ({ data }) => {
        if (data.kind === "found") watched.rankings.push(data.milliseconds);
      });
    }
  };
}

async function visit(browser: Browser, url: string, settings: unknown = {}): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(watch);
  await page.addInitScript(
    (text) => localStorage.setItem("ask-stars", text),
    JSON.stringify(settings),
  );
  await page.goto(url);
  await page.locator(".card").first().waitFor();
  return page;
}

function watchedIn(page: Page): Promise<Watched> {
  return page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);
}

async function measureFirstMatches(
  browser: Browser,
  url: string,
  visits: number,
): Promise<number[]> {
  const figures: number[] = [];
  for (let round = 0; round < visits; round++) {
    const page = await visit(browser, url);
    figures.push((await watchedIn(page)).firstMatches!);
    await page.context().close();
  }
  return figures;
}

/** Types a question letter by letter, a few times; each letter is a search. */
async function measureTyping(
  browser: Browser,
  url: string,
  { stars, rounds }: { stars: number; rounds: number },
): Promise<{ rankings: number[]; longestTasks: number[] }> {
  await using gitHub = startGitHub({ users: { ana: stars } });
  const page = await visit(browser, url, { engine: "webllm", gitHubApiUrl: gitHub.base });
  const shown = stars.toLocaleString("en");
  await page.click("#stars-chip");
  await page.fill("dialog [name=user]", "ana");
  await page.getByRole("button", { name: "Load stars" }).last().click();
  await page.locator("#stars-chip .detail", { hasText: shown }).waitFor(LONG_WAIT);
  await page.locator("#matches-title", { hasText: `of ${shown} stars` }).waitFor(LONG_WAIT);
  const rankings: number[] = [];
  const longestTasks: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.fill("#question", "");
    await page.evaluate(() => {
      const { watched } = globalThis as unknown as { watched: Watched };
      Object.assign(watched, { longestTask: 0 });
      watched.rankings.length = 0;
    });
    await page.locator("#question").pressSequentially(QUESTION, { delay: 40 });
    await page.locator("#matches-title", { hasText: /^Best 8 of/ }).waitFor(LONG_WAIT);
    const watched = await watchedIn(page);
    rankings.push(Math.max(...watched.rankings));
    longestTasks.push(watched.longestTask);
  }
  await page.context().close();
  return { rankings, longestTasks };
}

async function measureLongAnswer(browser: Browser, url: string, rounds: number): Promise<number[]> {
  await using engine = startEngine({ tokens: LONG_ANSWER.match(/[^]{1,40}/g)! });
  const settings = { engine: "local-a", engines: { "local-a": { baseUrl: engine.base } } };
  const figures: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await visit(browser, url, settings);
    await page.fill("#question", QUESTION);
    await page.locator("#question").press("Enter");
    await page.locator(".meta").waitFor(LONG_WAIT);
    figures.push((await watchedIn(page)).longestTask);
    await page.context().close();
  }
  return figures;
}

const visits = Number(Deno.args[0]);
await using server = await startPageServer();
const browser = await launchChromium();
try {
  const firstMatches = await measureFirstMatches(browser, server.url, visits);
  const some = await measureTyping(browser, server.url, { stars: 2000, rounds: visits });
  const many = await measureTyping(browser, server.url, { stars: 10_000, rounds: visits });
  const figures: PageFigures = {
    firstMatches,
    ranking: some.rankings,
    longestTask: many.longestTasks,
    longestTaskOfAnswer: await measureLongAnswer(browser, server.url, visits),
  };
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(figures)));
} finally {
  await browser.close();
}
