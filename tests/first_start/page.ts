// Copyright 2026 the Rivulet authors. MIT license.

// The page is there after the first command of the README.

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { toText } from "@std/streams";
import { readStart } from "../support/demo_program.ts";
import { type Machine, startTask, stop } from "./machine.ts";

const MAX_START_MS = 180_000;

/** Starts the page, looks at it, and gives what was printed. */
async function visit(machine: Machine): Promise<string[]> {
  const program = await startTask("demo", { machine });
  const timer = setTimeout(() => void stop(program), MAX_START_MS);
  const errors = toText(program.stderr);
  try {
    const { lines, address } = await readStart(program);
    if (address === undefined) throw new Error([...lines, await errors].join("\n"));
    const page = await fetch(`${address}/`);
    assertEquals(page.status, 200);
    assertStringIncludes(await page.text(), "<title>Ask your stars</title>");
    const style = await fetch(`${address}/style.css`);
    assertStringIncludes(await style.text(), "{");
    const script = await fetch(`${address}/main.js`);
    assertMatch(await script.text(), /^import\b/);
    return lines;
  } finally {
    clearTimeout(timer);
    await stop(program);
  }
}

const ADDRESS = ["Ask your stars: http://localhost", "Ollama accepts this address as it is."];

/** The first start says that it builds, and then where the page is; the second one only that. */
export async function checkPage(machine: Machine): Promise<void> {
  assertEquals(withoutPort(await visit(machine)), ["Building the page…", ...ADDRESS]);
  assertEquals(withoutPort(await visit(machine)), ADDRESS);
}

function withoutPort(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/(http:\/\/localhost):\d+$/, "$1"));
}
