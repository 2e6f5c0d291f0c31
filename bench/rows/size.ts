// Copyright 2026 the Rivulet authors. MIT license.

import { gzipSync } from "node:zlib";
import type { Result } from "../result.ts";
import { configured } from "../script.ts";

const LIMIT_KB = 4.5;

const IMPORTS = {
  "Rivulet": "rivulet_chat",
  "openai": "openai",
  "xsai": "xsai",
  "ollama": "ollama",
};

/**
 * The smallest import that streams a chat, as a page loads it. The in-browser engine is a chunk of
 * its own.
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
      ...["openai", "xsai", "ollama"].map((against) => ({ against })),
    ],
  }];
}

async function bundledKilobytes(file: string): Promise<number> {
  const options = ["--quiet", "--minify", "--platform", "browser", "--external", "@mlc-ai/web-llm"];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", ...options, ...configured(file)],
    stderr: "null",
  }).output();
  if (!success) throw new Error(`Cannot bundle "${file}"`);
  return gzipSync(stdout, { level: 9 }).length / 1000;
}
