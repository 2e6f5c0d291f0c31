// Copyright 2026 the Rivulet authors. MIT license.

// How large the page is, by what imports what in the files that a host gets.

import { assert } from "@std/assert";
import { gzipSync } from "node:zlib";
import { pageFiles } from "./support/page_server.ts";

/** Apart from the engine, what reads meanings, and the data of the sample. */
const MAX_CODE = 60_000;
const MAX_CODE_WITH_MEANINGS = 70_000;
const MAX_SAMPLE = 40_000;

/** Where every visit starts. */
const ROOTS = ["index.html", "style.css", "icon.svg", "manifest.webmanifest", "main.js"];
const WORKERS = ["search_worker.js", "service_worker.js"];

/** Loaded when a person has agreed to a model in this browser, with all that only they import. */
const ENGINE = /^(in_browser|_default_source)-|^engine_worker\.js$/;
/** Loaded when a person has picked a model that reads meanings, on a server or in this browser. */
const MEANINGS = /^meanings-/;
const SAMPLE = /^sample-/;

/** The files that are reached from where every visit starts, without passing those apart. */
function reach(files: ReadonlyMap<string, string>, apart: readonly RegExp[]): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || apart.some((pattern) => pattern.test(name))) return;
    reached.add(name);
    for (
      const [, path] of files.get(name)!.matchAll(/(?:from|import\(|import)"\.\/([^"]+\.js)"/g)
    ) {
      visit(path!);
    }
  };
  [...ROOTS, ...WORKERS].forEach(visit);
  return reached;
}

/** What is reached, and the sizes of all files. */
async function measure(
  ...apart: RegExp[]
): Promise<{ sizes: Map<string, number>; code: Set<string>; sum: number }> {
  const files = await pageFiles();
  const texts = new Map<string, string>();
  const sizes = new Map<string, number>();
  for (const [name, { contents }] of files) {
    texts.set(name, new TextDecoder().decode(contents));
    sizes.set(name, gzipSync(contents).length);
  }
  const code = reach(texts, apart);
  const sum = [...code].reduce((total, name) => total + sizes.get(name)!, 0);
  return { sizes, code, sum };
}

function list(sizes: ReadonlyMap<string, number>, names: Iterable<string>): string {
  return [...names].map((name) => `${name} ${sizes.get(name)}`).join(", ");
}

Deno.test("the page without the engine, what reads meanings and the sample is under 60 KB gzip", async () => {
  const { sizes, code, sum } = await measure(ENGINE, MEANINGS, SAMPLE);
  assert(sum < MAX_CODE, `${sum} bytes: ${list(sizes, code)}`);
  // The engine is among what is left out, and what loads late is not.
  const rest = [...sizes.keys()].filter((name) => !code.has(name) && !SAMPLE.test(name));
  assert(rest.some((name) => sizes.get(name)! > 1_000_000), list(sizes, rest));
  assert(["late-", "readme-"].every((start) => [...code].some((name) => name.startsWith(start))));
});

Deno.test("what reads meanings adds less than 10 KB gzip to the page", async () => {
  const { sizes, code, sum } = await measure(ENGINE, SAMPLE);
  assert([...code].some((name) => MEANINGS.test(name)));
  assert(sum < MAX_CODE_WITH_MEANINGS, `${sum} bytes: ${list(sizes, code)}`);
});

Deno.test("the data of the sample is a file of its own, under 40 KB gzip", async () => {
  const { sizes } = await measure();
  const [name, ...others] = [...sizes.keys()].filter((name) => SAMPLE.test(name));
  assert(name !== undefined && others.length === 0);
  assert(sizes.get(name)! < MAX_SAMPLE, `${sizes.get(name)} bytes`);
});
