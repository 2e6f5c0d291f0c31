// Copyright 2026 the Rivulet authors. MIT license.

// The portable tests, bundled, in a page and in a worker of each browser; see `runsIn`.

import { assertStrictEquals } from "@std/assert";
import { type TestBrowser, testBrowsers } from "../support/browsers/mod.ts";
import { openBundledPage } from "../support/bundled_page.ts";
import { OUTLIVED } from "../support/shared_browser.ts";
import type { ServerAnswers, TestServer } from "./host.ts";
import { nodeHost } from "./node_host.ts";
import type { PortablePage } from "./page.ts";
import { portableTests } from "./portable.ts";

const script = new URL("./page.ts", import.meta.url);
const REALMS = [["page", "runInPage"], ["worker", "runInWorker"]] as const;

/** Does what a page's host is asked for: starts a server, or calls a method of one. */
function obeyIn(
  { missesCuts }: TestBrowser,
): (method: string, values: unknown[]) => Promise<string> {
  const servers = new Map<string, TestServer>();
  return async (method, [first, request]) => {
    if (typeof first !== "string") {
      const server = await nodeHost.startServer(first as ServerAnswers);
      servers.set(server.base, server);
      return server.base;
    }
    const server = servers.get(first)!;
    if (method === "breakOff") return `${await server.breakOff(missesCuts ? "reset" : "end")}`;
    const told = await server[method as Exclude<keyof TestServer, "base" | "breakOff">](
      request as number,
    );
    return `${told ?? ""}`;
  };
}

/**
 * Whether a test runs there. A wire case runs in one of the two in each browser, and not in the same
 * one in all of them; all others run in both.
 */
function runsIn(realm: number, { browser, test }: { browser: number; test: number }): boolean {
  return !portableTests[test]!.isWireCase || (browser + test) % 2 === realm;
}

for (const [browserIndex, browser] of testBrowsers.entries()) {
  const call = openBundledPage<PortablePage>(browser, script, {
    ready: "runInWorker",
    obey: obeyIn(browser),
  });
  for (const [realm, [where, run]] of REALMS.entries()) {
    for (const [index, { name }] of portableTests.entries()) {
      if (!runsIn(realm, { browser: browserIndex, test: index })) continue;
      Deno.test({
        name: `${name}, in a ${where} of ${browser.name}`,
        ignore: browser.missing !== undefined,
        ...OUTLIVED,
        fn: async () => assertStrictEquals(await call(run, name), undefined),
      });
    }
  }
}
