// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertStrictEquals } from "@std/assert";
import type { Method } from "../support/ask.ts";
import { inChromium, openBundledPage } from "../support/bundled_page.ts";
import {
  closedPort,
  type LoopbackResponse,
  type LoopbackServer,
  startLoopback,
} from "../support/loopback.ts";
import { cutBody, type WireCase, wireCases } from "../support/wire_case.ts";
import { checkOutcome } from "../support/wire_check.ts";
import type { PortableOutcome, WirePage } from "../support/wire_page.ts";

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, *",
  "access-control-expose-headers": "*",
};

const script = new URL("../support/wire_page.ts", import.meta.url);
const inPage = openBundledPage<WirePage>(script, "askInWorker");

/** Asks in the browser; the case is named by its id, because the page has the cases too. */
async function ask(
  where: keyof WirePage,
  ...question: Parameters<WirePage["askInPage"]>
): Promise<PortableOutcome> {
  return await inPage(where, ...question) as PortableOutcome;
}

/** A server of another origin than the page, which browsers ask whether they may ask. */
function startForPage(answer: LoopbackResponse): LoopbackServer {
  const allowed = { ...answer, headers: { ...answer.headers, ...CORS } };
  return startLoopback(({ method }) =>
    method === "OPTIONS" ? { headers: CORS, chunks: [] } : allowed
  );
}

async function runInBrowser(
  wireCase: WireCase,
  where: keyof WirePage,
  method: Method,
): Promise<void> {
  const chunks = cutBody(wireCase, "as given");
  await using server = startForPage({ ...wireCase.response, chunks });
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

const RUNS: [where: "page" | "worker", ask: keyof WirePage, method: Method, cases: WireCase[]][] = [
  ["page", "askInPage", "stream", casesForBrowsers],
  ["worker", "askInWorker", "tokens", casesForBrowsers.slice(0, 12)],
];

for (const [where, ask, method, cases] of RUNS) {
  for (const wireCase of cases) {
    Deno.test({
      name: `${method}() in a ${where} of Chromium, ${wireCase.id}: ${wireCase.title}`,
      ...inChromium,
      fn: () => runInBrowser(wireCase, ask, method),
    });
  }
}

for (const where of ["askInPage", "askInWorker"] as const) {
  Deno.test({
    name: `formatProviderError() in Chromium knows a server that cannot be reached, ${where}`,
    ...inChromium,
    async fn() {
      const base = `http://127.0.0.1:${closedPort()}`;
      const { formatted } = await ask(where, wireCases[0]!.id, base, "stream");
      assert(formatted?.startsWith("The local provider is unreachable."), formatted);
    },
  });
}

Deno.test({
  name: "stream() in Chromium says that a server redirects",
  ...inChromium,
  async fn() {
    const headers = { location: "/elsewhere" };
    await using server = startForPage({ status: 307, headers, chunks: [] });
    const { error } = await ask("askInPage", "H09", server.base, "stream");
    assertStrictEquals(error?.message, "Provider request failed (0)");
    assert(String(error?.reason).startsWith("the server redirects"));
  },
});
