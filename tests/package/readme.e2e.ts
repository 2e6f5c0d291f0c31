// Copyright 2026 the Rivulet authors. MIT license.

// What the README says in tables, held against the code.

import { assert, assertEquals } from "@std/assert";
import { getProviderDefinitions } from "@rivulet/llm";
import { wireCases } from "../support/wire_case.ts";

/** The rows of the table under a heading, without its head, as texts of their cells. */
async function readTable(heading: string): Promise<string[][]> {
  const readme = await Deno.readTextFile(new URL("../../README.md", import.meta.url));
  const [, section = ""] = readme.split(`\n## ${heading}\n`);
  const [, , ...rows] = section.split("\n## ")[0]!.split("\n").filter((line) =>
    line.startsWith("|")
  );
  return rows.map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** The cases that a cell names: one by one, or from one to another. */
function namedCases(cell: string): string[] {
  return [...cell.matchAll(/\b([A-Z])(\d+)([a-z]?)(?:–[A-Z](\d+))?/g)].flatMap(
    ([, letter = "", first = "", part = "", last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) =>
          `${letter}${String(Number(first) + index).padStart(first.length, "0")}${part}`,
      ),
  );
}

Deno.test("the README's table of providers says what getProviderDefinitions() says", async () => {
  const rows = (await readTable("Providers")).map((
    [id, , from, model, key],
  ) => [id, from, model, key]);
  assertEquals(
    rows,
    getProviderDefinitions().map(({ id, defaultBaseUrl, defaultModel, requiresApiKey }) => [
      `\`${id}\``,
      defaultBaseUrl === "" ? "nothing to enter" : `\`${defaultBaseUrl}\``,
      `\`${defaultModel}\``,
      requiresApiKey ? "needed" : "none",
    ]),
  );
});

Deno.test("the README's table of servers names wire cases that there are, for each server", async () => {
  const known = new Set(wireCases.map(({ id }) => id));
  const ids: string[] = getProviderDefinitions().map(({ id }) => `\`${id}\``);
  const rows = await readTable("Servers");
  assert(rows.length > 0);
  for (const [server = "", id = "", address, key, habits = ""] of rows) {
    assert(ids.includes(id) && address && key, server);
    const cases = namedCases(habits);
    assert(cases.length > 0, `${server} has no case`);
    assertEquals(cases.filter((name) => !known.has(name)), [], server);
  }
});
