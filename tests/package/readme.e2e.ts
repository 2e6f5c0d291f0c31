// Copyright 2026 the Rivulet authors. MIT license.

// What the README and the docs say in tables, held against the code.

import { gzipSync } from "node:zlib";
import { assert, assertEquals } from "@std/assert";
import * as rivulet from "@rivulet/llm";
import { getProviderById, getProviderDefinitions, type LLMProviderId } from "@rivulet/llm";
import config from "../../deno.json" with { type: "json" };
import { checks } from "../recipes/checks.ts";
import frameworks from "../recipes/project/package.json" with { type: "json" };
import { portableTests } from "../runtimes/portable.ts";
import { mustRun, root } from "../support/commands.ts";
import { wireCases } from "../support/wire_case.ts";

/** The rows of the table under a heading, without its head, as texts of their cells. */
async function readTable(heading: string, file = "README.md"): Promise<string[][]> {
  const readme = await Deno.readTextFile(new URL(`../../${file}`, import.meta.url));
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
    [, constant, id, from, model, key],
  ) => [constant, id, from, model, key]);
  assertEquals(
    rows,
    getProviderDefinitions().map((
      { id, defaultBaseUrl, defaultModel, requiresApiKey },
    ) => [
      `\`${constantOf(id)}\``,
      `\`${id}\``,
      defaultBaseUrl === "" ? "nothing to enter" : `\`${defaultBaseUrl}\``,
      `\`${defaultModel}\``,
      requiresApiKey ? "needed" : "none",
    ]),
  );
});

Deno.test("docs/providers.md says which constant, entry, id and label belong together", async () => {
  const rows = await readTable("Which id is which", "docs/providers.md");
  for (const [index, { id, label }] of getProviderDefinitions().entries()) {
    const constant = constantOf(id);
    const entry = constant.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const path = (config.exports as Record<string, string>)[`./${entry}`];
    assert(path, entry);
    const [first, second, third, fourth] = rows[index] ?? [];
    assertEquals([first, second, third, fourth], [
      `\`${constant}\``,
      `\`@rivulet/llm/${entry}\``,
      `\`${id}\``,
      `\`${label}\``,
    ]);
  }
});

/** The name under which the package exports a provider. */
function constantOf(id: LLMProviderId): string {
  const found = Object.entries(rivulet).find(([, value]) => value === getProviderById(id));
  assert(found !== undefined, id);
  return found[0];
}

Deno.test("the table of servers names wire cases that there are, for each server", async () => {
  const known = new Set(wireCases.map(({ id }) => id));
  const ids: string[] = getProviderDefinitions().map(({ id }) => `\`${id}\``);
  const rows = await readTable("Which have been run", "docs/servers.md");
  assert(rows.length > 0);
  for (const [server = "", id = "", address, key, habits = ""] of rows) {
    assert(ids.includes(id) && address && key, server);
    const cases = namedCases(habits);
    assert(cases.length > 0, `${server} has no case`);
    assertEquals(cases.filter((name) => !known.has(name)), [], server);
  }
});

for (
  const [heading, source] of [
    ["Codes of a provider", "_internal/core/provider_error.ts"],
    ["Codes of an embedding client", "_internal/core/embedding_error.ts"],
  ] as const
) {
  Deno.test(`docs/errors.md has each code of ${source}, and no other`, async () => {
    const code = await Deno.readTextFile(new URL(`../../${source}`, import.meta.url));
    const [, union = ""] = /ErrorCode =([^;]+);/.exec(code) ?? [];
    const codes = [...union.matchAll(/"([\w-]+)"/g)].map(([, name]) => `\`${name}\``);
    assert(codes.length > 0);
    assertEquals((await readTable(heading, "docs/errors.md")).map(([name]) => name), codes);
  });
}

/** How large the bundle of a file is for browsers, minified and gzipped. */
async function bundledKilobytes(file: string): Promise<number> {
  const bundle = ["bundle", "--quiet", "--minify", "--platform", "browser"];
  const script = await mustRun([Deno.execPath(), ...bundle, file], root);
  return Math.round(gzipSync(script, { level: 9 }).length / 1000);
}

/** A number that the README tells. */
async function readNumber(pattern: RegExp): Promise<number> {
  const readme = await Deno.readTextFile(new URL("README.md", root));
  const [, number] = pattern.exec(readme.replace(/\s+/g, " ")) ?? [];
  assert(number !== undefined, `${pattern}`);
  return Number(number);
}

for (
  const [entry, pattern] of [
    ["./ollama", /one provider.* bundles (\d+) kB/],
    ["./lm-studio", /one provider.* bundles (\d+) kB/],
    ["./openai-compatible", /one provider.* bundles (\d+) kB/],
    ["./embedding", /embedding` are (\d+) kB/],
  ] as const
) {
  Deno.test(`an app with all of ${entry} bundles no more than the README says`, async () => {
    const kilobytes = await bundledKilobytes(config.exports[entry]);
    assert(kilobytes > 1 && kilobytes <= await readNumber(pattern), `${kilobytes} kB`);
  });
}

Deno.test("an app with OllamaEmbeddingClient alone bundles no more than the README says", async () => {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    const entry = new URL(config.exports["./embedding"], root);
    await Deno.writeTextFile(file, `export { OllamaEmbeddingClient } from "${entry}";`);
    const kilobytes = await bundledKilobytes(file);
    assert(kilobytes > 1 && kilobytes <= await readNumber(/alone (\d+) kB/), `${kilobytes} kB`);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("the README is read in a few minutes", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", root));
  assert(readme.trimEnd().split("\n").length <= 150);
});

Deno.test("the README tells how many wire cases there are, and how many were reported", async () => {
  assertEquals(await readNumber(/it holds (\d+) \[cases\]/), wireCases.length);
  const reported = wireCases.filter(({ report }) => report !== undefined).length;
  assertEquals(await readNumber(/, (\d+) of them from public reports/), reported);
});

Deno.test("the README tells how many tests run everywhere", async () => {
  const atLeast = await readNumber(/more than (\d+), run on/);
  assert(portableTests.length > atLeast && portableTests.length <= atLeast + 100);
});

Deno.test("docs/recipes.md says what the recipes run in, and on", async () => {
  const rows = await readTable("What ran where", "docs/recipes.md");
  const told = rows.flatMap(([recipe, , places = ""]) =>
    places.split(", ").map((place) => `${recipe} on ${place}`)
  );
  // The page is in Chromium, and what answers it on Deno.
  const known = checks.filter(({ where }) => where !== "TypeScript")
    .map(({ recipe, where }) => `${recipe} on ${where === "Chromium" ? "Deno" : where}`);
  assertEquals(told, known);
  const installed: Record<string, string> = frameworks.dependencies;
  const packages = rows.flatMap(([, framework = ""]) => [
    ...framework.replaceAll("`", "").matchAll(/(\S+) (\d+\.\d+\.\d+)/g),
  ]);
  assert(packages.length > 0);
  for (const [, name = "", version] of packages) assertEquals(version, installed[name], name);
});
