// Copyright 2026 the Rivulet authors. MIT license.

// More servers that break HTTP, JSON or their word, and how a call of each kind ends: soon, with its
// answer, an error of the library or the abort. No question is sent twice.

import { assertEquals, assertLess } from "@std/assert";
import { ownMemory } from "../support/own_memory.ts";
import { within } from "../support/until.ts";
import { MIB } from "./attacks/attack.ts";
import { ATTACKS } from "./attacks/attacks.ts";
import { CALLERS } from "./attacks/caller.ts";
import { startRawServer } from "./attacks/server.ts";

/** When a caller has had enough of an answer without end; of any other one it waits for the end. */
const PATIENCE_MS = 300;
const LONG_MS = 60_000;

for (const [name, attack, ends] of ATTACKS) {
  Deno.test(`calls end well against ${name}`, async () => {
    const expected = ends.split(" ");
    const before = ownMemory();
    const endings = await Promise.all(
      Object.values(CALLERS).map(async (call, index) => {
        await using server = await startRawServer(attack);
        const isEndless = ["!", "?"].includes(expected[index]!);
        const ending = call(server.base, isEndless ? PATIENCE_MS : LONG_MS);
        const { end } = await within(ending, `the end of ${name}`);
        return server.requests() === 1 ? end : `${end} after ${server.requests()} requests`;
      }),
    );
    assertEquals(endings.map((end, index) => shown(end, expected[index])), expected);
    assertEquals(Object.keys(Object.prototype), []);
    assertLess(ownMemory() - before, 400 * MIB);
  });
}

/** An end as the tables write it, where it may be that. */
function shown(end: string, expected?: string): string {
  const isGivenUp = ["abort", "stream", "format"].includes(end);
  return (expected === "!" && isGivenUp) || expected === "?" ? expected : end;
}
