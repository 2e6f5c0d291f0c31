// Copyright 2026 the Rivulet authors. MIT license.

/// <reference lib="deno.unstable" />

import { assertStrictEquals } from "@std/assert";
import type { Browser, Page } from "playwright-core";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { closedPort, type LoopbackResponse, startLoopback } from "../support/loopback.ts";
import { cutBody, type WireCase, wireCases } from "../support/wire_case.ts";
import { checkOutcome } from "../support/wire_check.ts";
import type { PortableOutcome, WirePage } from "../support/wire_page.ts";

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, *",
  "access-control-expose-headers": "*",
};

let browser: Browser;
let page: Page;
let site: Deno.HttpServer<Deno.NetAddr>;

Deno.test.beforeAll(async () => {
  if (chromiumPath === undefined) return;
  const bundle = await Deno.bundle({
    entrypoints: [new URL("../support/wire_page.ts", import.meta.url).pathname],
    platform: "browser",
    write: false,
  });
  const script = bundle.outputFiles![0]!.text();
  site = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
    const isScript = url.endsWith(".js");
    const body = isScript
      ? script
      : '<!doctype html><script type="module" src="wire_page.js"></script>';
    return new Response(body, {
      headers: { "content-type": isScript ? "text/javascript" : "text/html" },
    });
  });
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${site.addr.port}/`);
  await page.waitForFunction(() => "askInWorker" in globalThis);
});

Deno.test.afterAll(async () => {
  await browser?.close();
  await site?.shutdown();
});

/** Asks in the browser; the case is named by its id, because the page has the cases too. */
function ask(
  where: keyof WirePage,
  ...question: Parameters<WirePage["askInPage"]>
): Promise<PortableOutcome> {
  return page.evaluate(
    ([where, question]) => (globalThis as unknown as WirePage)[where](...question),
    [where, question] as const,
  );
}

async function runInBrowser(
  wireCase: WireCase,
  where: keyof WirePage,
  method: "stream" | "tokens",
) {
  const { status, headers, end } = wireCase.response;
  const answer: LoopbackResponse = {
    status,
    headers: { ...headers, ...CORS },
    chunks: cutBody(wireCase, "as given"),
    end,
  };
  await using server = startLoopback(({ method }) =>
    method === "OPTIONS" ? { status: 200, headers: CORS, chunks: [] } : answer
  );
  const { error, ...outcome } = await ask(where, wireCase.id, server.base, method);
  const asError = error && { error: Object.assign(new Error(), error) };
  checkOutcome(wireCase, server.base, { ...outcome, ...asError });
  if (wireCase.expect.cancelled) await server.clientGone(server.requests.length - 1);
}

// A browser hides where a redirect leads, and drops what it has not handed on yet when a connection
// breaks.
const casesForBrowsers = wireCases.filter(({ response, over }) =>
  over !== "stub" && response.end !== "reset" && (response.status < 300 || response.status > 399)
);

// The tests share one browser, and Playwright's timers for it go on from one test to the next.
const options = {
  ignore: chromiumPath === undefined,
  sanitizeOps: false,
  sanitizeResources: false,
};

for (const wireCase of casesForBrowsers) {
  Deno.test({
    name: `stream() in a page of Chromium, ${wireCase.id}: ${wireCase.title}`,
    ...options,
    fn: () => runInBrowser(wireCase, "askInPage", "stream"),
  });
}

for (const wireCase of casesForBrowsers.slice(0, 12)) {
  Deno.test({
    name: `tokens() in a worker of Chromium, ${wireCase.id}: ${wireCase.title}`,
    ...options,
    fn: () => runInBrowser(wireCase, "askInWorker", "tokens"),
  });
}

for (const where of ["askInPage", "askInWorker"] as const) {
  Deno.test({
    name: `formatProviderError() in Chromium knows a server that cannot be reached, ${where}`,
    ...options,
    async fn() {
      const { formatted } = await ask(
        where,
        wireCases[0]!.id,
        `http://127.0.0.1:${closedPort()}`,
        "stream",
      );
      assertStrictEquals(
        formatted?.startsWith("The local provider is unreachable."),
        true,
        formatted,
      );
    },
  });
}

Deno.test({
  name: "stream() in Chromium says that a server redirects",
  ...options,
  async fn() {
    await using server = startLoopback(({ method }) =>
      method === "OPTIONS"
        ? { status: 200, headers: CORS, chunks: [] }
        : { status: 307, headers: { ...CORS, location: "/elsewhere" }, chunks: [] }
    );
    const { error } = await ask("askInPage", "H09", server.base, "stream");
    assertStrictEquals(error?.message, "Provider request failed (0)");
    assertStrictEquals(String(error?.reason).startsWith("the server redirects"), true);
  },
});
