// Copyright 2026 the Rivulet authors. MIT license.

// Whatever the page keeps has a name that "Delete everything" knows.

import { assert, assertEquals } from "@std/assert";
import * as names from "../../demo/page/storage/own_names.ts";
import { root } from "../support/commands.ts";

/** What makes something that stays, with the name that it gets. */
const KEEPING = /\b(?:setItem|caches\.open|openDB(?:<\w+>)?)\(\s*([^,)\s]+)/g;

/** The engine's caches are opened under a name of the engine, but never made; nor is what is measured. */
const OPENED_ONLY = ["privacy/kept_items.ts name", "target/kept_models.ts name"];

async function* sourcesIn(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sourcesIn(new URL(`${name}/`, folder));
    else if (/\.tsx?$/.test(name)) yield new URL(name, folder);
  }
}

Deno.test("the page keeps nothing under a name that is not of its list", async () => {
  const page = new URL("demo/page/", root);
  const found: string[] = [];
  for await (const source of sourcesIn(page)) {
    for (const [, name] of (await Deno.readTextFile(source)).matchAll(KEEPING)) {
      found.push(`${source.href.slice(page.href.length)} ${name}`);
    }
  }
  const listed = found.filter((use) => Object.hasOwn(names, use.split(" ")[1]!));
  assert(listed.length > 5);
  assertEquals(found.filter((use) => !listed.includes(use)).toSorted(), OPENED_ONLY);
});

Deno.test("isOwnName() knows all names of the list, and no name that only begins alike", () => {
  const own = Object.values(names).filter((name) => typeof name === "string");
  assertEquals(own.filter((name) => !names.isOwnName(name)), []);
  const others = ["ask-starship", "my-ask-stars", "Ask-stars", "webllm/model", ""];
  assertEquals(others.filter(names.isOwnName), []);
});
