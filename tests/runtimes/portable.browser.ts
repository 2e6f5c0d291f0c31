// Copyright 2026 the Rivulet authors. MIT license.

// The portable tests, bundled, in a page and in a worker of Chromium.

import { assertStrictEquals } from "@std/assert";
import { inChromium, openBundledPage } from "../support/bundled_page.ts";
import type { ServerAnswers, TestServer } from "./host.ts";
import { nodeHost } from "./node_host.ts";
import type { PortablePage } from "./page.ts";
import { portableTests } from "./portable.ts";

const servers = new Map<string, TestServer>();

/** Does what the page's host is asked for: starts a server, or calls a method of one. */
async function obey(method: string, [first, request]: unknown[]): Promise<string> {
  if (typeof first !== "string") {
    const server = await nodeHost.startServer(first as ServerAnswers);
    servers.set(server.base, server);
    return server.base;
  }
  const told = await servers.get(first)![method as Exclude<keyof TestServer, "base">](
    request as number,
  );
  return `${told ?? ""}`;
}

const script = new URL("./page.ts", import.meta.url);
const inPage = openBundledPage<PortablePage>(script, "runInWorker", obey);

for (const [where, run] of [["page", "runInPage"], ["worker", "runInWorker"]] as const) {
  for (const { name } of portableTests) {
    Deno.test({
      name: `${name}, in a ${where} of Chromium`,
      ...inChromium,
      fn: async () => assertStrictEquals(await inPage(run, name), undefined),
    });
  }
}
