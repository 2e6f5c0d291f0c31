// Copyright 2026 the Rivulet authors. MIT license.

// What JSR's score asks of the package, as far as the repository can answer.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { getProviderById } from "@rivulet/llm";
import config from "../../deno.json" with { type: "json" };
import { httpProviderIds } from "../support/ask.ts";
import { mustRun, root } from "../support/commands.ts";

interface Documentation {
  doc?: string;
  tags?: { kind: string; doc?: string }[];
}

/** A symbol, a member of a class or a property of an interface. */
interface Documented {
  name: string;
  kind?: string;
  accessibility?: string;
  jsDoc?: Documentation;
  def?: { [kind in "methods" | "properties" | "constructors"]?: Documented[] } & {
    hasBody?: boolean;
  };
}

interface EntryDocumentation {
  "module_doc"?: Documentation;
  symbols: { name: string; declarations: Documented[] }[];
}

async function readDocumentation(entry: string): Promise<EntryDocumentation> {
  const json = await mustRun([Deno.execPath(), "doc", "--json", entry], root);
  const { nodes } = JSON.parse(json) as { nodes: Record<string, EntryDocumentation> };
  return nodes[new URL(entry, root).href]!;
}

function readText(path: string): Promise<string> {
  return Deno.readTextFile(new URL(path, root));
}

function hasWords({ jsDoc }: Documented): boolean {
  return (jsDoc?.doc ?? "").trim() !== "";
}

/** What a reader sees: the code behind overloads has no doc of its own. */
function signaturesOf(declarations: Documented[]): Documented[] {
  const overloads = declarations.filter(({ def }) => def?.hasBody !== true);
  return overloads.length > 1 ? overloads : declarations;
}

/** The parts of a symbol that need words of their own. */
function membersOf({ name, def = {} }: Documented): Documented[] {
  const { methods = [], properties = [], constructors = [] } = def;
  return [...methods, ...properties, ...constructors]
    .filter(({ accessibility }) => accessibility !== "private")
    .map((member) => ({ ...member, name: `${name}.${member.name}` }));
}

for (const [name, entry] of Object.entries(config.exports)) {
  Deno.test(`the export "${name}" has a module doc with an example`, async () => {
    const { "module_doc": { doc = "", tags = [] } = {} } = await readDocumentation(entry);
    assert(doc.trim() !== "");
    const example = tags.find(({ kind }) => kind === "example");
    assertMatch(example?.doc ?? "", /```ts\n.*```/s);
  });

  Deno.test(`each symbol of the export "${name}" is documented, and each member of it`, async () => {
    const { symbols } = await readDocumentation(entry);
    const undocumented = symbols.flatMap(({ name, declarations }) =>
      signaturesOf(declarations)
        .flatMap((
          declaration,
        ) => [{ ...declaration, name }, ...membersOf({ ...declaration, name })])
        .filter((documented) => !hasWords(documented))
        .map(({ name }) => name)
    );
    assertEquals(undocumented, []);
  });
}

Deno.test("each provider over HTTP has an entry of its own, which gives what getProviderById() gives", async () => {
  const entries = Object.values(config.exports).map((entry) => import(new URL(entry, root).href));
  const exported = new Set((await Promise.all(entries)).flatMap((entry) => Object.values(entry)));
  assertEquals(httpProviderIds.filter((id) => !exported.has(getProviderById(id))), []);
});

Deno.test("the task docs lints every entry of the package", () => {
  const [lint = ""] = config.tasks.docs.command.split(" && ");
  const named = lint.split(" ").filter((word) => word.endsWith(".ts")).map((path) => `./${path}`);
  assertEquals(named.toSorted(), Object.values(config.exports).toSorted());
});

Deno.test("the README begins with how to install it, and with an example", async () => {
  const blocks = (await readText("README.md")).split("```").filter((_, index) => index % 2 === 1);
  assertMatch(blocks[0]!, /^sh\ndeno add jsr:/);
  assertMatch(blocks[1]!, /^ts\nimport /);
});

Deno.test("the changelog begins with the version of the package, and names its functions and classes", async () => {
  const changelog = await readText("CHANGELOG.md");
  assertMatch(
    changelog,
    new RegExp(
      `^# Changelog\n[^#]*\n(?:## Unreleased\n[^#]*\n)?## ${RegExp.escape(config.version)}\n`,
    ),
  );
  const { symbols } = await readDocumentation("mod.ts");
  const names = symbols
    .filter(({ declarations }) => ["class", "function"].includes(declarations[0]?.kind ?? ""))
    .map(({ name }) => name);
  assertEquals(names.filter((name) => !changelog.includes(name)), []);
});
