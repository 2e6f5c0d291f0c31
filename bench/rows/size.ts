// Copyright 2026 the Rivulet authors. MIT license.

import { gzipSync } from "node:zlib";
import type { Result } from "../result.ts";
import { configured } from "../script.ts";

/** A guard, not a goal: what reads every dialect and loses nothing costs more. */
const LIMIT_KB = 6;

const IMPORTS = {
  "Rivulet": "rivulet_chat",
  "Rivulet, all providers": "rivulet_providers",
  "openai": "openai",
  "xsai": "xsai",
  "ollama": "ollama",
};

/**
 * The smallest import that streams a chat, as a page loads it before the first question: what is
 * imported later, such as the in-browser engine, is a chunk of its own.
 */
export async function size(): Promise<Result[]> {
  const figures = new Map<string, number[]>();
  for (const [name, file] of Object.entries(IMPORTS)) {
    figures.set(name, [await bundledKilobytes(`imports/${file}.ts`)]);
  }
  const limit = `limit of ${LIMIT_KB} kB`;
  figures.set(limit, [LIMIT_KB]);
  return [{
    metric: "Smallest import that streams a chat, minified and gzipped",
    unit: "kB",
    figures,
    targets: [
      { against: limit, atMost: 1 },
      ...["Rivulet, all providers", "openai", "xsai", "ollama"].map((against) => ({ against })),
    ],
  }];
}

/** The entry of a bundle and the chunks that it needs at once, each gzipped by itself as a server does. */
async function bundledKilobytes(file: string): Promise<number> {
  const folder = await Deno.makeTempDir();
  try {
    const options = ["--quiet", "--minify", "--code-splitting", "--platform", "browser"];
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", ...options, "--outdir", folder, ...configured(file)],
      stdout: "null",
      stderr: "null",
    }).output();
    if (!success) throw new Error(`Cannot bundle "${file}"`);
    const entry = file.slice(file.lastIndexOf("/") + 1).replace(/ts$/, "js");
    return await loadedBytes(folder, entry, new Set()) / 1000;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function loadedBytes(folder: string, name: string, seen: Set<string>): Promise<number> {
  if (seen.has(name)) return 0;
  seen.add(name);
  const script = await Deno.readTextFile(`${folder}/${name}`);
  let bytes = gzipSync(script, { level: 9 }).length;
  // `import("./x.js")` is loaded later, when it is asked for.
  for (const [, needed = ""] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) {
    bytes += await loadedBytes(folder, needed, seen);
  }
  return bytes;
}
