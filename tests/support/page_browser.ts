// Copyright 2026 the Rivulet authors. MIT license.

// A person's view of the page in real Chromium, with an eye on what must never happen.

import { assertEquals } from "@std/assert";
import axe from "axe-core";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import type { PageFile } from "../../demo/build/page_files.ts";
import { chromiumPath, headlessShellPath } from "./chromium.ts";
import { type PageServer, startPageServer } from "./page_server.ts";
import { OUTLIVED, sharedBrowser } from "./shared_browser.ts";

/** How a visitor comes. */
export interface VisitOptions {
  width?: number;
  /** What an earlier visit has kept. */
  settings?: unknown;
  /** More options of the browser's context. */
  context?: Parameters<Browser["newContext"]>[0];
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  /** What the console reported as an error; the browser's own words about a failed request excepted. */
  readonly errors: string[];
  /** Requests that left this machine, or tried to. */
  readonly outside: string[];
}

/** How the browser is started and what is served. */
export interface PageTestOptions {
  /** Whether it needs what only Chromium itself has: a permission that a person is asked for. */
  needsChromium?: boolean;
  /** Flags of Chromium. */
  flags?: (server: PageServer) => string[];
  /** Files that replace those of the page. */
  files?: () => Promise<Record<string, PageFile>>;
  /** Files of another app at the same origin. */
  others?: Record<string, PageFile>;
}

/** A test that needs Chromium; without it, the test is ignored. */
export function pageTest(
  name: string,
  use: (visit: (options?: VisitOptions) => Promise<Visit>, server: PageServer) => Promise<void>,
  options: PageTestOptions = {},
): void {
  Deno.test({
    name,
    ignore: headlessShellPath === undefined,
    ...OUTLIVED,
    fn: () => run(use, options),
  });
}

async function run(
  use: (visit: (options?: VisitOptions) => Promise<Visit>, server: PageServer) => Promise<void>,
  { needsChromium = false, flags = () => [], files, others }: PageTestOptions,
): Promise<void> {
  await using server = await startPageServer(await files?.(), others);
  const browser = await sharedBrowser(
    flags(server),
    needsChromium ? chromiumPath : headlessShellPath,
  );
  const visits: Visit[] = [];
  try {
    await use(async (options) => {
      const visit = await startVisit(browser, server, options);
      visits.push(visit);
      return visit;
    }, server);
    for (const { errors, outside } of visits) assertEquals([errors, outside], [[], []]);
  } catch (error) {
    // A failure that comes once in many runs is understood from what was to be seen then.
    for (const visit of visits) {
      await Deno.stderr.write(new TextEncoder().encode(`${await describeVisit(visit)}\n`));
    }
    throw error;
  } finally {
    for (const { context } of visits) await context.close();
  }
}

/** What can be seen of a page, in short. */
async function describeVisit({ page, errors, outside }: Visit): Promise<string> {
  const seen = await page.evaluate(() => ({
    url: location.href,
    focus: document.activeElement?.outerHTML.slice(0, 200),
    dialog: document.querySelector<HTMLElement>("dialog[open]")?.innerText.slice(0, 500),
    text: document.body.innerText.slice(0, 1500),
  })).catch(String);
  return JSON.stringify({ seen, errors, outside }, undefined, 2);
}

async function startVisit(
  browser: Browser,
  { url }: PageServer,
  { width = 1280, settings, context: more = {} }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: width > 600 ? 800 : 844 },
    colorScheme: "light",
    ...more,
  });
  const page = await context.newPage();
  // Long, since a limit is there to end what hangs, and other files run at the same time.
  page.setDefaultTimeout(Number(Deno.env.get("PAGE_MS") ?? 60_000));
  const visit: Visit = { page, context, url, errors: [], outside: [] };
  watch(visit);
  if (settings !== undefined) {
    // Once only: what the page itself keeps later has to stay.
    await page.addInitScript((text) => {
      if (localStorage.getItem("ask-stars") === null) localStorage.setItem("ask-stars", text);
    }, JSON.stringify(settings));
  }
  await page.goto(url);
  await page.locator(".card").first().waitFor();
  return visit;
}

function watch({ page, context, errors, outside }: Visit): void {
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    const isOfBrowser = /^Failed to load resource|has been blocked by CORS/.test(message.text());
    if (message.type() === "error" && !isOfBrowser) errors.push(message.text());
  });
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol === "data:" || protocol === "blob:") return;
    if (hostname !== "localhost" && hostname !== "127.0.0.1") outside.push(request.url());
  });
}

/** The settings of a visitor who has picked an engine. */
export function engineSettings(engine: string, baseUrl: string, model?: string): unknown {
  return { engine, engines: { [engine]: { baseUrl, ...(model && { model }) } } };
}

/** Asks a question that begins anew, once no dialog stands before the box any more. */
export async function ask(page: Page, question = "fast way to search code"): Promise<void> {
  await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
  const anew = page.getByRole("button", { name: "New question" });
  if (await anew.isVisible()) await anew.click();
  await goOn(page, question);
}

/** Asks a question in the box as it is, which goes on with the answer above it. */
export async function goOn(page: Page, question: string): Promise<void> {
  await page.fill("#question", question);
  await page.locator("#question").press("Enter");
}

/** Types a question, and waits until the matches are those of it and not of the example. */
export async function typeQuestion(page: Page, question: string): Promise<void> {
  await page.fill("#question", question);
  await page.locator("#matches-title", { hasText: /^Best \d+ of [\d,]+$|^\d+ match(es)?$/ })
    .waitFor();
}

/** Waits until this has the focus, which may come a frame after what leads to it. */
export async function waitForFocus(target: Locator): Promise<void> {
  await target.and(target.page().locator(":focus")).waitFor();
}

/** How many things of each kind the page's origin keeps. */
export async function countKept(page: Page): Promise<Record<string, number>> {
  return await page.evaluate(async () => ({
    settings: localStorage.length,
    keys: sessionStorage.length,
    caches: (await caches.keys()).length,
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
}

/** Deletes all that the page keeps, as a person does. */
export async function deleteEverything(page: Page): Promise<void> {
  await page.click("#privacy-chip");
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByRole("button", { name: "Yes, delete everything" }).click();
  await page.getByText("Everything is deleted", { exact: true }).waitFor();
}

/** What axe is asked to look for, by tags or by rules. */
interface AxeChoice {
  readonly type: "tag" | "rule";
  readonly values: readonly string[];
}

export const ALL_RULES: AxeChoice = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** All that depends on colours. */
export const COLOUR_RULES: AxeChoice = {
  type: "rule",
  values: ["color-contrast", "link-in-text-block"],
};

/** What axe finds wrong, in short. */
export async function findFaults(page: Page, choice: AxeChoice = ALL_RULES): Promise<string[]> {
  // Not as a script element: the policy of the page allows none but its own.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe.source);
  return await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: unknown): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    // Without what passes, which takes as long to write down as it took to look at.
    const { violations } = await axe.run({ runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`)
    );
  }, choice);
}

/** How far the page, or a dialog in it, can be scrolled sideways, or a menu is cut: 0 is right. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return await page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll("dialog[open]")];
    // What is cut at the left can be scrolled to by nobody.
    const cut = [...document.querySelectorAll(".menu-items")]
      .map((menu) => Math.max(0, -menu.getBoundingClientRect().left));
    const hidden = boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    return Math.max(...hidden, ...cut);
  });
}
