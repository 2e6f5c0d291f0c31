// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { loadNotes } from "../../demo/terminal/load_notes.ts";

Deno.test("loadNotes() writes a line for each phase and each tenth of the way", () => {
  const lines: string[] = [];
  const onInitProgress = loadNotes((text) => lines.push(text));
  onInitProgress(0, "Preparing");
  for (let part = 0; part <= 100; part++) onInitProgress(part / 125, `Downloading: ${part} MB`);
  onInitProgress(0.8, "Loading into graphics memory: 0 %");
  onInitProgress(0.81, "Loading into graphics memory: 5 %");
  onInitProgress(1, "Ready");
  assertEquals(lines, [
    "Preparing",
    ...[0, 13, 25, 38, 50, 63, 75, 88, 100].map((part) => `Downloading: ${part} MB`),
    "Loading into graphics memory: 0 %",
    "Ready",
  ]);
});
