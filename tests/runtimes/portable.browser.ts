// Copyright 2026 the Rivulet authors. MIT license.

/// <reference lib="deno.unstable" />

// The portable tests, bundled, in a page and in a worker of Chromium.

import { assertStrictEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import type { ServerAnswers, TestServer } from "./host.ts";
import { nodeHost } from "./node_host.ts";
import type { PortablePage } from "./page.ts";
import { portableTests } from "./portable.ts";
import { chromiumPath, launchChromium } from "../support/chromium.ts";

let browser: Browser;
let page: Page;
let site: Deno.HttpServer<Deno.NetAddr>;

Deno.test.beforeAll(async () => {
  if (chromiumPath === undefined) return;
  const bundle = await Deno.bundle({
    entrypoints: [new URL("./page.ts", import.meta.url).pathname],
    platform: "browser",
    write: false,
  });
  site = serveSite(bundle.outputFiles![0]!.text());
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${site.addr.port}/`);
  await page.waitForFunction(() => "runInWorker" in globalThis);
});

Deno.test.afterAll(async () => {
  await browser?.close();
  await site?.shutdown();
});

/** Gives the page its files, and the servers that its tests ask for. */
function serveSite(script: string): Deno.HttpServer<Deno.NetAddr> {
  const files: Record<string, [type: string, text: string]> = {
    "/": ["text/html", '<!doctype html><script type="module" src="page.js"></script>'],
    "/page.js": ["text/javascript", script],
  };
  const servers = new Map<string, TestServer>();
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") {
      return new Response(await obey(servers, pathname.slice(1), await request.json()));
    }
    const [type, text] = files[pathname] ?? [];
    return type === undefined
      ? new Response(null, { status: 404 })
      : new Response(text, { headers: { "content-type": type } });
  });
}

/** Does what the page's host is asked for. */
async function obey(
  servers: Map<string, TestServer>,
  method: string,
  [first, request]: [ServerAnswers | string, number],
): Promise<string> {
  if (typeof first !== "string") {
    const server = await nodeHost.startServer(first);
    servers.set(server.base, server);
    return server.base;
  }
  await servers.get(first)![method as Exclude<keyof TestServer, "base">](request);
  return "";
}

for (const where of ["page", "worker"] as const) {
  for (const { name } of portableTests) {
    Deno.test({
      name: `${name}, in a ${where} of Chromium`,
      ignore: chromiumPath === undefined,
      // The tests share one browser, and Playwright's timers for it go on from one to the next.
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        const run: keyof PortablePage = where === "page" ? "runInPage" : "runInWorker";
        const failure = await page.evaluate(
          ([run, name]) => (globalThis as unknown as PortablePage)[run](name),
          [run, name] as const,
        );
        assertStrictEquals(failure, undefined);
      },
    });
  }
}
