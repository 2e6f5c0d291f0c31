// Copyright 2026 the Rivulet authors. MIT license.

/// <reference lib="deno.unstable" />

import type { Browser, Page } from "playwright-core";
import { chromiumPath, launchChromium } from "./chromium.ts";

/** How a test in Chromium runs: not where there is none, and in one browser with the others. */
export const inChromium = {
  ignore: chromiumPath === undefined,
  // Playwright's timers for the browser go on from one test to the next.
  sanitizeOps: false,
  sanitizeResources: false,
};

/** Does what the page asks the test process for. */
type Obey = (method: string, values: unknown[]) => Promise<string>;

/**
 * Opens a page with one bundled script, for all tests of a file, and calls functions that the script
 * offers under these names. The script is its own worker too.
 */
export function openBundledPage<Offered>(
  script: URL,
  ready: keyof Offered & string,
  obey?: Obey,
): (name: keyof Offered & string, ...values: unknown[]) => Promise<unknown> {
  let browser: Browser;
  let page: Page;
  let site: Deno.HttpServer<Deno.NetAddr>;

  Deno.test.beforeAll(async () => {
    if (inChromium.ignore) return;
    const bundle = await Deno.bundle({
      entrypoints: [script.pathname],
      platform: "browser",
      write: false,
    });
    site = serveSite(bundle.outputFiles![0]!.text(), obey);
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.addr.port}/`);
    await page.waitForFunction((name) => name in globalThis, ready as string);
  });

  Deno.test.afterAll(async () => {
    await browser?.close();
    await site?.shutdown();
  });

  return (name, ...values) =>
    page.evaluate(
      ([name, values]) => Reflect.get(globalThis, name)(...values),
      [name as string, values] as const,
    );
}

function serveSite(script: string, obey: Obey | undefined): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      return new Response(await obey?.(pathname.slice(1), await request.json()));
    }
    const [type, text] = pathname.endsWith(".js")
      ? ["text/javascript", script]
      : ["text/html", '<!doctype html><script type="module" src="page.js"></script>'];
    return new Response(text, { headers: { "content-type": type! } });
  });
}
