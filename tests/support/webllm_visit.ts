// Copyright 2026 the Rivulet authors. MIT license.

// Tests that visit the test page in Chromium, and what they do there.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { chromiumPath, SOFTWARE_WEBGPU } from "./chromium.ts";
import { OUTLIVED, sharedBrowser } from "./shared_browser.ts";
import type { Outcome, Question, TestPage } from "./webllm_page.ts";
import { Site } from "./webllm_site.ts";

/** The test page, and the site that it comes from. */
export interface Visit {
  readonly site: Site;
  readonly page: Page;
}

export interface VisitOptions {
  flags?: string[];
  host?: string;
}

/** The flags of a browser without a graphics adapter. */
export const NO_GPU: string[] = ["--disable-gpu"];

/** A test on the test page; ignored where there is no Chromium. */
export function test(
  name: string,
  run: (visit: Visit) => Promise<void>,
  options: VisitOptions = {},
): void {
  const { flags = SOFTWARE_WEBGPU, host = "127.0.0.1" } = options;
  Deno.test({
    name,
    ignore: chromiumPath === undefined,
    ...OUTLIVED,
    async fn() {
      const browser = await sharedBrowser([
        ...flags,
        "--host-resolver-rules=MAP insecure.test 127.0.0.1",
      ]);
      await using site = await Site.start();
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        await page.goto(`http://${host}:${site.port}/`);
        await page.waitForFunction(() => "page" in globalThis);
        await run({ site, page });
      } finally {
        await context.close();
      }
    },
  });
}

/** The global scope of the test page. */
export type Global = { page: TestPage };

export function ask(page: Page, question: Question): Promise<Outcome> {
  return page.evaluate(
    (question) => (globalThis as unknown as Global).page.ask(question),
    question,
  );
}

export function begin(page: Page, question: Question): Promise<void> {
  return page.evaluate(
    (question) => (globalThis as unknown as Global).page.begin(question),
    question,
  );
}

export function abort(page: Page): Promise<Outcome> {
  return page.evaluate(() => (globalThis as unknown as Global).page.abort());
}

export function isModelCached(page: Page, question: Question): Promise<boolean> {
  return page.evaluate(
    (question) => (globalThis as unknown as Global).page.isModelCached(question),
    question,
  );
}

export function deleteModel(page: Page, question: Question): Promise<void> {
  return page.evaluate(
    (question) => (globalThis as unknown as Global).page.deleteModel(question),
    question,
  );
}

export function cachedFiles(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as Global).page.cachedFiles());
}

/** Holds the script at a point; settles when it is there. */
export function holdScript(page: Page, point: string): Promise<void> {
  return page.evaluate(
    (point) => (globalThis as unknown as Global).page.holdScript(point),
    point,
  );
}

export function releaseScript(page: Page): Promise<void> {
  return page.evaluate(() => (globalThis as unknown as Global).page.releaseScript());
}

export function assertFails({ error }: Outcome, code: string, message: string): void {
  assertEquals([error?.code, error?.message], [code, message], error?.cause);
  assertStrictEquals(error?.formatted, message);
}
