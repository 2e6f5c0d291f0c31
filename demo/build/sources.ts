// Copyright 2026 the Rivulet authors. MIT license.

// What the page is made of.

import { createHash, type Hash } from "node:crypto";

/** Where they are, in the folder of the project: files, and folders with all that is in them. */
const SOURCES = [
  "demo",
  "embedding",
  "providers",
  "mod.ts",
  "deno.json",
  "deno.lock",
  "imports.json",
];

/** A name for the state of all sources in the folder of a project, and of the bundler. */
export async function versionOfSources(root: URL): Promise<string> {
  // The bundler is a part of Deno.
  const hash = createHash("sha256").update(Deno.version.deno);
  for (const name of SOURCES) await hashInto(hash, root, name);
  return hash.digest("hex").slice(0, 16);
}

async function hashInto(hash: Hash, root: URL, path: string): Promise<void> {
  const url = new URL(path, root);
  if ((await Deno.stat(url)).isFile) {
    const contents = await Deno.readFile(url);
    hash.update(`${path} ${contents.length}\n`).update(contents);
    return;
  }
  const entries = await Array.fromAsync(Deno.readDir(url));
  // A folder lists its files in no order that can be relied on.
  for (const name of entries.map(({ name }) => name).sort()) {
    await hashInto(hash, root, `${path}/${name}`);
  }
}
