// Copyright 2026 the Rivulet authors. MIT license.

// How large the page is, by what imports what in the files that a host gets.

import { assert } from "@std/assert";
import { gzipSync } from "node:zlib";
import { pageFiles } from "./support/page_server.ts";

/** Without the engine, and apart from the data of the sample. */
const MAX_CODE = 60_000;
const MAX_SAMPLE = 40_000;

/** Where every visit starts. */
const ROOTS = ["index.html", "style.css", "icon.svg", "manifest.webmanifest", "main.js"];
const WORKERS = ["search_worker.js", "service_worker.js"];

/** Loaded after a person has agreed to a model, with all that only they import. */
const ENGINE = /^(in_browser|_default_source|meanings)-|^engine_worker\.js$/;
const SAMPLE = /^sample-/;

/** The files that are reached from these without passing the engine or the sample. */
function reach(files: ReadonlyMap<string, string>, roots: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || ENGINE.test(name) || SAMPLE.test(name)) return;
    reached.add(name);
    for (
      const [, path] of files.get(name)!.matchAll(/(?:from|import\(|import)"\.\/([^"]+\.js)"/g)
    ) {
      visit(path!);
    }
  };
  roots.forEach(visit);
  return reached;
}

async function measure(): Promise<{ sizes: Map<string, number>; code: Set<string> }> {
  const files = await pageFiles();
  const texts = new Map<string, string>();
  const sizes = new Map<string, number>();
  for (const [name, { contents }] of files) {
    texts.set(name, new TextDecoder().decode(contents));
    sizes.set(name, gzipSync(contents).length);
  }
  return { sizes, code: reach(texts, [...ROOTS, ...WORKERS]) };
}

function list(sizes: ReadonlyMap<string, number>, names: Iterable<string>): string {
  return [...names].map((name) => `${name} ${sizes.get(name)}`).join(", ");
}

Deno.test("the page without the engine and the data of the sample is under 60 KB gzip", async () => {
  const { sizes, code } = await measure();
  const sum = [...code].reduce((total, name) => total + sizes.get(name)!, 0);
  assert(sum < MAX_CODE, `${sum} bytes: ${list(sizes, code)}`);
  // What is left out is the engine, and nothing else.
  const rest = [...sizes.keys()].filter((name) => !code.has(name) && !SAMPLE.test(name));
  assert(rest.some((name) => sizes.get(name)! > 1_000_000), list(sizes, rest));
  assert(["late-", "readme-"].every((start) => [...code].some((name) => name.startsWith(start))));
});

Deno.test("the data of the sample is a file of its own, under 40 KB gzip", async () => {
  const { sizes } = await measure();
  const [name, ...others] = [...sizes.keys()].filter((name) => SAMPLE.test(name));
  assert(name !== undefined && others.length === 0);
  assert(sizes.get(name)! < MAX_SAMPLE, `${sizes.get(name)} bytes`);
});
