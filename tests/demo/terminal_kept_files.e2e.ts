// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertMatch } from "@std/assert";
import { KeptFiles } from "../../demo/terminal/kept_files.ts";

const bytes = new TextEncoder().encode("text");

Deno.test("KeptFiles tells once that a folder takes no files, and goes on", async () => {
  const told: string[] = [];
  const files = new KeptFiles("/proc/self/rivulet", (text) => told.push(text));
  assertEquals(await files.read("a"), undefined);
  await files.write("a", bytes);
  await files.write("b", bytes);
  await files.writeAt("a", 0, bytes);
  assertEquals(told.length, 1);
  assertMatch(told[0]!, /^Cannot write to \/proc\/self\/rivulet, so nothing is kept: .+[^)]$/);
});

Deno.test("KeptFiles leaves nothing behind where a file cannot be written", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/taken`);
    const told: string[] = [];
    const files = new KeptFiles(folder, (text) => told.push(text));
    await files.write("taken", bytes);
    assertEquals(told.length, 1);
    assertEquals(Array.from(Deno.readDirSync(folder), ({ name }) => name), ["taken"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
