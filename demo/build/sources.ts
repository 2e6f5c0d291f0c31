// Copyright 2026 the Rivulet authors. MIT license.

// What the page is made of.

import { createHash, type Hash } from "node:crypto";

/** Beside the library: the page, and the packages that both import. */
const SOURCES = ["demo", "deno.lock", "imports.json"];

/** A name for the state of all sources in the folder of a project, and of the bundler. */
export async function versionOfSources(root: URL): Promise<string> {
  // The bundler is a part of Deno.
  const hash = createHash("sha256").update(Deno.version.deno);
  for (const name of [...SOURCES, ...await listLibrary(root)]) await hashInto(hash, root, name);
  return hash.digest("hex").slice(0, 16);
}

/** The library is what is published, its documents too; the list is kept in one place only. */
async function listLibrary(root: URL): Promise<string[]> {
  const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  return config.publish.include;
}

async function hashInto(hash: Hash, root: URL, path: string): Promise<void> {
  const url = new URL(path, root);
  if ((await Deno.stat(url)).isFile) {
    const contents = await Deno.readFile(url);
    hash.update(`${path} ${contents.length}\n`).update(contents);
    return;
  }
  const folder = path.replace(/\/?$/, "/");
  const entries = await Array.fromAsync(Deno.readDir(url));
  // A folder lists its files in no order that can be relied on.
  for (const name of entries.map(({ name }) => name).sort()) {
    await hashInto(hash, root, folder + name);
  }
}
