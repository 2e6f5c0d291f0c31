// Copyright 2026 the Rivulet authors. MIT license.

// Every relative link of a page leads to a file, and every anchor to a heading.

import { assert, assertEquals } from "@std/assert";
import { root } from "../support/commands.ts";
import { docs, pages } from "../support/pages.ts";

/** What a page says outside of its examples. */
async function proseOf(page: URL): Promise<string> {
  return (await Deno.readTextFile(page)).replace(/^```[^]*?^```$/gm, "");
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(prose: string): string[] {
  const seen = new Map<string, number>();
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const anchor = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

async function isThere(target: URL): Promise<boolean> {
  const { hash } = target;
  target.hash = "";
  try {
    await Deno.stat(target);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
  return hash === "" || anchorsOf(await proseOf(target)).includes(hash.slice(1));
}

for (const page of pages) {
  Deno.test(`each relative link of ${page} leads somewhere`, async () => {
    const url = new URL(page, root);
    const links = [...(await proseOf(url)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const relative = links.filter((link) => !/^[a-z]+:/.test(link));
    const found = await Promise.all(relative.map((link) => isThere(new URL(link, url))));
    assertEquals(relative.filter((_, index) => !found[index]), []);
  });
}

Deno.test("the README leads to every page of docs/", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", root));
  assert(docs.length > 0);
  assertEquals(docs.filter((page) => !readme.includes(`](${page})`)), []);
});
