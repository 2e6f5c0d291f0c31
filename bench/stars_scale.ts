// Copyright 2026 the Rivulet authors. MIT license.

// Measures in Chromium what many stars cost and prints the figures as JSON. Runs with the
// configuration of the project.

/// <reference lib="deno.unstable" />

import { fileURLToPath } from "node:url";
import type { ScaleFigures } from "./rows/stars_scale.ts";
import { launchChromium } from "../tests/support/chromium.ts";

const QUESTION = "fast way to search code from the terminal";

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await Deno.bundle({
    entrypoints: [fileURLToPath(new URL(name, import.meta.url))],
    platform: "browser",
    minify: true,
    write: false,
  });
  return outputFiles![0]!.text();
}

const page = await bundle("scale/page.ts");
const worker = await bundle("../demo/page/search_worker.ts");
await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
  const { pathname } = new URL(request.url);
  const script = { "/page.js": page, "/search_worker.js": worker }[pathname];
  const isScript = script !== undefined;
  return new Response(script ?? '<!doctype html><script type="module" src="page.js"></script>', {
    headers: { "content-type": isScript ? "text/javascript" : "text/html" },
  });
});

const rounds = Number(Deno.args[0]);
const vectors = Number(Deno.args[1] ?? 10_000);
const stars = Number(Deno.args[2] ?? 50_000);
const browser = await launchChromium();
try {
  const figures: ScaleFigures[] = [];
  for (let round = 0; round < rounds; round++) {
    const tab = await (await browser.newContext()).newPage();
    await tab.goto(`http://127.0.0.1:${server.addr.port}/`);
    await tab.waitForFunction("'scale' in globalThis");
    const call = <Value>(expression: string) => tab.evaluate<Value>(`scale.${expression}`);
    // The first time opens the database and compiles the worker.
    await call(`saveBatches(${vectors / 2})`);
    figures.push({
      batches: await call(`saveBatches(${vectors})`),
      halfOfBatches: await call(`saveBatches(${vectors / 2})`),
      blocks: await call(`saveBlocks(${vectors})`),
      savingStars: await call(`saveStars(${stars})`),
      ...await call<Pick<ScaleFigures, "loading" | "longestOfLoading" | "longestOfSearching">>(
        `useStars(${JSON.stringify(QUESTION)})`,
      ),
      codePoints: await call(`sortStars(${stars}, "code points")`),
      localeCompare: await call(`sortStars(${stars}, "localeCompare")`),
    } as ScaleFigures);
    await tab.context().close();
  }
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(figures)));
} finally {
  await browser.close();
}
