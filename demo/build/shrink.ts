// Copyright 2026 the Rivulet authors. MIT license.

import { minify } from "terser";

/** What comes small already. */
const DATA = /^sample-/;

/**
 * A text of the page, some 3 % smaller than the bundler leaves it. Takes a second or two for all of
 * them, which is worth it for what goes over a network. Rejects where a script cannot be read.
 */
export async function shrink(name: string, text: string): Promise<string> {
  if (name.endsWith(".html")) return text.replace(/\s+/g, " ");
  return name.endsWith(".js") && !DATA.test(name) ? await shrinkScript(text) : text;
}

async function shrinkScript(script: string): Promise<string> {
  const { code } = await minify(script, {
    module: true,
    ecma: 2020,
    // A second pass inlines what the first one has made short; a third finds next to nothing.
    // Packages assert what holds, with a text for each.
    compress: { passes: 2, drop_console: ["assert"] },
    // By custom, nobody else uses what begins with an underscore. Preact and its signals find each
    // other by names with two of them.
    mangle: { properties: { regex: /^_[^_]/ } },
  });
  return code!;
}
