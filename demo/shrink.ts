// Copyright 2026 the Rivulet authors. MIT license.

import { minify } from "terser";
import type { PageFile } from "./build.ts";

/** A larger script is the engine, which comes small already and would take minutes. */
const MAX_SCRIPT = 1_000_000;
const DATA = /^sample-/;

/**
 * Makes the files of the page some 3 % smaller than the bundler leaves them, which takes a second
 * or two: worth it for what goes over a network. Rejects where a script cannot be read.
 */
export async function shrink(files: Map<string, PageFile>): Promise<void> {
  for (const [name, { contents, type }] of files) {
    const text = new TextDecoder().decode(contents);
    const isScript = name.endsWith(".js") && contents.length < MAX_SCRIPT && !DATA.test(name);
    const isPage = name.endsWith(".html");
    if (!isScript && !isPage) continue;
    const short = isScript ? await shrinkScript(text) : text.replace(/\s+/g, " ");
    files.set(name, { contents: new TextEncoder().encode(short), type });
  }
}

async function shrinkScript(script: string): Promise<string> {
  const { code } = await minify(script, {
    module: true,
    ecma: 2020,
    // A second pass inlines what the first one has made short; a third finds next to nothing.
    compress: { passes: 2 },
    // By custom, nobody else uses what begins with an underscore.
    mangle: { properties: { regex: /^_/ } },
  });
  return code!;
}
