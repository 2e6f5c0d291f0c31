// Copyright 2026 the Rivulet authors. MIT license.

// Where npm is told never to ask, npx installs nothing and ends at once, unless it is told yes.

import { assertEquals } from "@std/assert";
import { root } from "../support/commands.ts";
import { pages } from "../support/pages.ts";

for (const page of pages) {
  Deno.test(`each npx of ${page} has its yes`, async () => {
    const text = await Deno.readTextFile(new URL(page, root));
    assertEquals(text.match(/\bnpx (?!-y ).*/g) ?? [], []);
  });
}
