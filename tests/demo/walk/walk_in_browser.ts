// Copyright 2026 the Rivulet authors. MIT license.

// A test that goes through the page in one browser.
// With WALK_PICTURES=folder what the page looks like is written there, in all browsers.

import { assertEquals } from "@std/assert";
import { runningBrowser, type Tab, type TestBrowser } from "../../support/browsers/mod.ts";
import { type PageServer, startPageServer } from "../../support/page_server.ts";
import { OUTLIVED } from "../../support/shared_browser.ts";
import { Walker } from "./walker.ts";
import { QUESTION } from "./words.ts";

/** An answer of three words that does not end. */
export const SLOW = { tokens: ["One ", "two ", "three "], pauseMs: 5, isOpen: true };

export const pictures: string | undefined = Deno.env.get("WALK_PICTURES");

/** The page, at an address of its own, so that nothing is kept from one walk to the next. */
export interface Stop extends PageServer {
  readonly walker: Walker;
  readonly tab: Tab;
  readonly browser: TestBrowser;
}

export function walkTest(
  browser: TestBrowser,
  name: string,
  walk: (stop: Stop) => Promise<void>,
  { width = 1280, ignore = false } = {},
): void {
  Deno.test({
    name: `${name}, in ${browser.name}`,
    ignore: ignore || browser.missing !== undefined,
    ...OUTLIVED,
    async fn() {
      await using server = await startPageServer();
      await using tab = await (await runningBrowser(browser)).openTab({ width, height: 844 });
      const walker = new Walker(tab);
      try {
        await walk({ ...server, walker, tab, browser });
        await assertNothingLeft(walker);
        assertEquals(tab.errors ?? [], []);
      } catch (error) {
        if (pictures !== undefined) {
          await Deno.writeFile(`${pictures}/failed-${browser.name}.png`, await tab.takePicture());
        }
        throw error;
      }
    },
  });
}

/** Nothing was asked of another host. */
async function assertNothingLeft(walker: Walker): Promise<void> {
  const hosts = await walker.call(() =>
    performance.getEntriesByType("resource").map(({ name }) => new URL(name).hostname)
  );
  assertEquals(hosts.filter((host) => !["", "localhost", "127.0.0.1"].includes(host)), []);
}

export async function ask(
  walker: Walker,
  question = "search code from the terminal",
): Promise<void> {
  await walker.fill({ css: QUESTION }, question);
  await walker.press("Enter");
}
