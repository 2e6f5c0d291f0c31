// Copyright 2026 the Rivulet authors. MIT license.

/// <reference lib="deno.unstable" />

// What the README and the docs say of the size of one provider, held against a bundle of it.

import { assert, assertEquals } from "@std/assert";
import { gzipSync } from "node:zlib";
import { root } from "../support/commands.ts";

const SAID = /less than (\d+) kB minified and gzipped/;

async function saidIn(file: string): Promise<number> {
  const [, kilobytes] = SAID.exec(await Deno.readTextFile(new URL(file, root))) ?? [];
  return Number(kilobytes);
}

async function bundledBytes(file: string): Promise<number> {
  const { outputFiles = [] } = await Deno.bundle({
    entrypoints: [new URL(file, root).pathname],
    platform: "browser",
    minify: true,
    write: false,
  });
  assertEquals(outputFiles.length, 1);
  return gzipSync(outputFiles[0]!.text(), { level: 9 }).length;
}

Deno.test("a provider alone is as small as the README and docs/providers.md say", async () => {
  const kilobytes = await saidIn("README.md");
  assertEquals(await saidIn("docs/providers.md"), kilobytes);
  const bytes = await bundledBytes("bench/imports/rivulet_chat.ts");
  assert(bytes < kilobytes * 1000, `${bytes} bytes`);
  // No more is said than holds.
  assert(bytes > (kilobytes - 1) * 1000, `${bytes} bytes`);
});
