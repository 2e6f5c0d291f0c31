// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { answer, read } from "./notes.ts";

const folder = await mkdtemp(`${tmpdir()}/notes-`);
try {
  await writeFile(`${folder}/keys.md`, "# Keys\nUnder the pot.\n# Zoo\nMondays.\n");
  await read(folder);
  let said = "";
  for await (const token of answer("# Where are the keys?")) said += token;
  // The server says what it was asked: the question, and the sections that are near it.
  assert.match(said, /^# Where are the keys\?\n\nContext 1:\n# /);
  assert.match(said, /Under the pot\./);
} finally {
  await rm(folder, { recursive: true });
}
process.stdout.write("passed");
