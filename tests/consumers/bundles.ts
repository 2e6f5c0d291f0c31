// Copyright 2026 the Rivulet authors. MIT license.

import { gzipSync } from "node:zlib";
import { mustRun } from "../support/commands.ts";

/** Each shortens names in its own way, so their bytes are counted. */
const BUNDLERS = ["esbuild", "rollup", "webpack"];

/** `topK` alone, gzipped. */
const MAX_TOP_K_BYTES = 1500;

/** A part of the package that is only for whoever imports it. */
interface Part {
  /** A text that stands in no other part, and outlives the shortening of names. */
  readonly mark: string;
  /** How much it may add to a bundle of `ollama`, gzipped. */
  readonly maxBytes: number;
}

const PARTS: Readonly<Record<string, Part>> = {
  withTimeout: { mark: "No sign of life came within", maxBytes: 450 },
  withRetry: { mark: "maxWaitMs", maxBytes: 700 },
  withFallback: { mark: "onFallback", maxBytes: 600 },
  readObject: { mark: "The answer is not JSON", maxBytes: 700 },
  toEventStream: { mark: "chat.completion.chunk", maxBytes: 1100 },
};

/**
 * Builds `topK` alone, `ollama` alone and `ollama` with each of the parts, by each bundler into one
 * file each, and says what is in a bundle that did not ask for it.
 */
export async function faultsOfBundles(
  folder: string,
  build: () => Promise<void>,
): Promise<string[]> {
  const parts = Object.keys(PARTS);
  const imported = [["ollama"], ...parts.map((part) => ["ollama", part])];
  await Promise.all(imported.map((names) => writeEntry(folder, names)));
  await build();
  const faults: string[] = [];
  for (const bundler of BUNDLERS) {
    const read = (name: string) => Deno.readTextFile(`${folder}/build/${bundler}/${name}.entry.js`);
    faults.push(...await faultsOfTopK(`build/${bundler}/top_k.entry.js`, folder));
    const alone = await read("ollama");
    faults.push(...faultsOfParts(`ollama by ${bundler}`, alone, undefined));
    for (const [part, { maxBytes }] of Object.entries(PARTS)) {
      const script = await read(`ollama_${part}`);
      faults.push(...faultsOfParts(`${part} by ${bundler}`, script, part));
      const added = packedBytes(script) - packedBytes(alone);
      if (added > maxBytes) faults.push(`${part} by ${bundler} adds ${added} bytes`);
    }
  }
  return faults;
}

async function writeEntry(folder: string, names: readonly string[]): Promise<void> {
  const list = names.join(", ");
  // What a global holds is not dropped.
  const script = `import { ${list} } from "@rivulet/llm";\nglobalThis.kept = [${list}];\n`;
  await Deno.writeTextFile(`${folder}/${names.join("_")}.entry.js`, script);
}

/** It holds no provider and no engine, is small, and works. */
async function faultsOfTopK(path: string, folder: string): Promise<string[]> {
  const script = await Deno.readTextFile(`${folder}/${path}`);
  const faults: string[] = [];
  const bytes = packedBytes(script);
  if (bytes > MAX_TOP_K_BYTES) faults.push(`${path} has ${bytes} bytes`);
  if (/Provider|web-llm/.test(script)) faults.push(`${path} holds a provider`);
  const found = await mustRun(["node", path], folder);
  if (found !== "1") faults.push(`${path} found ${found}`);
  return faults;
}

/** A bundle of `ollama` holds the part that it was built with, no other, and no engine. */
function faultsOfParts(bundle: string, script: string, wanted: string | undefined): string[] {
  const faults = Object.entries(PARTS)
    .filter(([part, { mark }]) => script.includes(mark) !== (part === wanted))
    .map(([part]) => `${bundle} ${part === wanted ? "lacks" : "holds"} ${part}`);
  if (script.includes("web-llm")) faults.push(`${bundle} holds the engine`);
  return faults;
}

function packedBytes(script: string): number {
  return gzipSync(script, { level: 9 }).length;
}
