// Copyright 2026 the Rivulet authors. MIT license.

// The wire cases as a corpus for others: their form, and the page that states their rules.

import { Ajv2020 } from "ajv/dist/2020.js";
import { assert, assertEquals } from "@std/assert";
import decisions from "../cases/decisions.json" with { type: "json" };
import good from "../cases/good.json" with { type: "json" };
import recorded from "../cases/recorded.json" with { type: "json" };
import schema from "../cases/schema.json" with { type: "json" };
import wire from "../cases/wire.json" with { type: "json" };
import world from "../cases/world.json" with { type: "json" };
import { wireCases } from "../support/wire_case.ts";

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
ajv.addFormat("regex", isPattern);
const validate = ajv.compile(schema);

for (const [name, cases] of Object.entries({ wire, decisions, world, good, recorded })) {
  Deno.test(`${name}.json has the form that the schema describes`, () => {
    validate(cases);
    assertEquals(validate.errors ?? [], []);
  });
}

const [sound] = wire;
const unsound: [what: string, wireCase: unknown][] = [
  ["a field that nobody knows", { ...sound, maxMs: 1 }],
  ["no rule", { ...sound, guards: undefined }],
  ["an id of another form", { ...sound, id: "b1" }],
  ["a report without a number", { ...sound, report: "owner/repo" }],
  ["a provider that is none", { ...sound, provider: "webllm" }],
  ["a recording without a version", { ...sound, recorded: { server: "Ollama" } }],
  ["a chunk that is a number", { ...sound, response: { ...sound!.response, chunks: [1] } }],
  ["another end", { ...sound, response: { ...sound!.response, end: "abort" } }],
  ["no tokens", { ...sound, expect: { finish: { endedBy: "eof", tokenCount: 0 } } }],
  ["an empty token", { ...sound, expect: { tokens: [""] } }],
  ["a field of an error that there is not", {
    ...sound,
    expect: { tokens: [], error: { cause: 1 } },
  }],
  ["a pattern that is none", { ...sound, expect: { tokens: [], error: { matches: "(" } } }],
];

for (const [what, wireCase] of unsound) {
  Deno.test(`the schema of the wire cases refuses ${what}`, () => {
    assertEquals(validate([JSON.parse(JSON.stringify(wireCase))]), false);
  });
}

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}

Deno.test("each wire case has an id of its own", () => {
  const ids = wireCases.map(({ id }) => id);
  assertEquals(ids.filter((id, index) => ids.indexOf(id) !== index), []);
});

/** The rules of the page, with what it says of their cases. */
async function readRules(): Promise<Map<string, string>> {
  const page = await Deno.readTextFile(new URL("../../docs/streams.md", import.meta.url));
  const [, ...sections] = page.split("\n### ");
  return new Map(sections.map((section) => {
    const [rule = "", text = ""] = section.split("\n## ")[0]!.split(/\n(.*)/s);
    const [, cases = ""] = text.split("\nCases: ");
    return [rule, cases.replaceAll("\n", " ").replace(/\.\s*$/, "")];
  }));
}

Deno.test("docs/streams.md states the rule of each wire case, and names the cases of each rule", async () => {
  const rules = await readRules();
  assert(rules.size > 0);
  const guarded = Map.groupBy(wireCases, ({ guards }) => guards);
  assertEquals(
    [...guarded.keys()].filter((rule) => !rules.has(rule)),
    [],
    "rules that are not stated",
  );
  for (const [rule, named] of rules) {
    const ids = (guarded.get(rule) ?? []).map(({ id }) => id);
    assertEquals(named, inRanges(ids), rule);
    assert(ids.length > 0, rule);
  }
});

/** Ids as the page names them: `A01–A03, B01a`. */
function inRanges(ids: string[]): string {
  const runs: string[][] = [];
  for (const id of ids.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))) {
    const run = runs.at(-1);
    if (run !== undefined && isNext(run.at(-1)!, id)) run.push(id);
    else runs.push([id]);
  }
  return runs.map((run) => run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(", ")).join(", ");
}

/** Whether two ids have the same letter and numbers that follow each other, and no second letter. */
function isNext(id: string, next: string): boolean {
  return /\d$/.test(id) && /\d$/.test(next) && id[0] === next[0] &&
    Number(next.slice(1)) === Number(id.slice(1)) + 1;
}
