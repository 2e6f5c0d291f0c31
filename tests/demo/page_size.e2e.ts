// Copyright 2026 the Rivulet authors. MIT license.

// How large the page is, by what imports what in the files that a host gets.

import { assert, assertStrictEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { pageFiles } from "../support/page_server.ts";

/**
 * All that is not the engine, and not the data of the sample. Half of it comes at the first touch:
 * dialogs, answers, and the library with all its providers. 19 kB are packages, 27 kB the library, 8 kB
 * styles, and the rest is what the page does and says.
 *
 * Each limit stands 100 to 300 bytes above what there is. The names of the parts depend on where
 * Deno keeps its packages, and other names take some bytes more.
 */
const MAX_CODE = 140_600;
const MAX_SAMPLE = 40_000;
/** What comes and goes with the engine, apart from the engine itself. */
const MAX_ADAPTER = 16_200;
/** Before anybody touches the page. What a first visit does not show belongs into the late parts. */
const MAX_FIRST_VISIT = 51_700;

/** Where every visit starts. */
const ROOTS = [
  "index.html",
  "style.css",
  "late.css",
  "icon.svg",
  "manifest.webmanifest",
  "main.js",
];
const WORKERS = ["search_worker.js", "service_worker.js"];

/**
 * Loaded when a person has agreed to a model in this browser, or has one already, with all that
 * only they import.
 */
const ENGINE = /^(in_browser|webllm_chat)-|^engine_worker\.js$/;
const SAMPLE = /^sample-/;
/** Wanted by a system that installs the page. */
const INSTALLED = /\.png$/;
/**
 * Loaded at the first touch of the page, or where an earlier visit has kept something; the search also
 * once the service worker has kept it.
 */
const LATE = /^(late|kept)-|^late\.css$|^search_worker\.js$/;

/** The files of the page, and how large each is. */
async function readSizes(): Promise<{ texts: Map<string, string>; sizes: Map<string, number> }> {
  const texts = new Map<string, string>();
  const sizes = new Map<string, number>();
  for (const [name, { contents }] of await pageFiles()) {
    texts.set(name, new TextDecoder().decode(contents));
    // As a host packs a file once, and hands it out often.
    sizes.set(name, gzipSync(contents, { level: 9 }).length);
  }
  return { texts, sizes };
}

/** The files that are reached from where every visit starts, without passing those apart. */
function reach(texts: ReadonlyMap<string, string>, apart: readonly RegExp[]): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || apart.some((pattern) => pattern.test(name))) return;
    reached.add(name);
    const imports = texts.get(name)!.matchAll(/(?:from|import\(|import)"\.\/([^"]+\.js)"/g);
    for (const [, path] of imports) visit(path!);
  };
  [...ROOTS, ...WORKERS].forEach(visit);
  return reached;
}

function assertSum(sizes: ReadonlyMap<string, number>, names: Iterable<string>, limit: number) {
  const list = [...names];
  const sum = list.reduce((total, name) => total + sizes.get(name)!, 0);
  const details = list.map((name) => `${name} ${sizes.get(name)}`).join(", ");
  assert(sum < limit, `${sum} bytes: ${details}`);
}

Deno.test("the page without the engine is under 140.6 KB gzip", async () => {
  const { texts, sizes } = await readSizes();
  const code = reach(texts, [ENGINE, SAMPLE]);
  assertSum(sizes, code, MAX_CODE);
  assert([...code].some((name) => LATE.test(name)));
});

Deno.test("nothing is left out but the sample, the engine, and what comes with it", async () => {
  const { texts, sizes } = await readSizes();
  const code = reach(texts, [ENGINE, SAMPLE]);
  const rest = [...sizes.keys()].filter((name) =>
    !code.has(name) && !SAMPLE.test(name) && !INSTALLED.test(name)
  );
  const large = rest.filter((name) => sizes.get(name)! > 1_000_000);
  assertStrictEquals(large.length, 1);
  assertSum(sizes, rest.filter((name) => !large.includes(name)), MAX_ADAPTER);
});

Deno.test("what a first visit loads is under 51.7 KB gzip, the sample with it", async () => {
  const { texts, sizes } = await readSizes();
  const first = reach(texts, [ENGINE, LATE]);
  assert([...first].some((name) => SAMPLE.test(name)));
  assertSum(sizes, first, MAX_FIRST_VISIT);
});

Deno.test("the data of the sample is a file of its own, under 40 KB gzip", async () => {
  const { sizes } = await readSizes();
  const [name, ...others] = [...sizes.keys()].filter((name) => SAMPLE.test(name));
  assert(name !== undefined && others.length === 0);
  assertSum(sizes, [name], MAX_SAMPLE);
});
