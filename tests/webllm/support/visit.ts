// Copyright 2026 the Rivulet authors. MIT license.

// Tests that visit the test page in Chromium, and what they do there.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { CDPSession, Page } from "playwright-core";
import { headlessShellPath, SOFTWARE_WEBGPU } from "../../support/chromium.ts";
import { OUTLIVED, sharedBrowser } from "../../support/shared_browser.ts";
import { within } from "../../support/until.ts";
import type { Outcome } from "./page.ts";
import { type RemotePage, remotePage } from "./remote_page.ts";
import { Site } from "./site.ts";

/** The test page, and the site that it comes from. */
export interface Visit {
  readonly site: Site;
  readonly page: RemotePage;
  /** The page as the browser has it. */
  readonly tab: Page;
  readonly devTools: CDPSession;
}

export interface VisitOptions {
  flags?: string[];
  host?: string;
  /** The Content Security Policy of an answer, by its path. */
  policies?: Record<string, string>;
}

/** The flags of a browser without a graphics adapter. */
export const NO_GPU: string[] = ["--disable-gpu"];

/** A test on the test page; ignored where there is no Chromium. One that hangs fails. */
export function test(
  name: string,
  run: (visit: Visit) => Promise<void>,
  options: VisitOptions = {},
): void {
  const { flags = SOFTWARE_WEBGPU, host = "127.0.0.1", policies = {} } = options;
  Deno.test({
    name,
    ignore: headlessShellPath === undefined,
    ...OUTLIVED,
    async fn() {
      const browser = await sharedBrowser([
        ...flags,
        "--host-resolver-rules=MAP insecure.test 127.0.0.1",
      ]);
      await using site = await Site.start();
      for (const [path, policy] of Object.entries(policies)) site.policies.set(path, policy);
      const context = await browser.newContext();
      try {
        const tab = await context.newPage();
        const devTools = await context.newCDPSession(tab);
        await tab.goto(`http://${host}:${site.port}/`);
        await tab.waitForFunction(() => "page" in globalThis);
        await within(run({ site, tab, devTools, page: pageIn(tab) }), "the test to end");
      } finally {
        await context.close();
      }
    },
  });
}

function pageIn(tab: Page): RemotePage {
  return remotePage((run, ...values) => tab.evaluate(`(${run})(...${JSON.stringify(values)})`));
}

export function assertFails({ error }: Outcome, code: string, message: string): void {
  assertEquals([error?.code, error?.message], [code, message], error?.cause);
  assertStrictEquals(error?.formatted, message);
}
