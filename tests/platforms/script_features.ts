// Copyright 2026 the Rivulet authors. MIT license.

// Which features of browsers built scripts name. Linters for this look at globals and their
// functions; here a method's name counts too, unless the scripts give it to something of their own.

import { parse } from "acorn";
import { compatData, type Entry, entryAt, type Floor, floorOf, isNewer } from "./compat_data.ts";
import { collectNames, type Names } from "./script_names.ts";

/**
 * The newest ECMAScript that the scripts may be written in; the parser refuses what is newer. What
 * of it some browsers got late is looked for by name, see `SYNTAX`.
 */
const ECMASCRIPT = 2024;

/** The features of scripts that belong together which are newer than a floor, and since when. */
export function newScriptFeatures(scripts: readonly string[], floor: Floor): Map<string, Floor> {
  const found = new Map<string, Floor>();

  function note(name: string, entries: readonly (Entry | undefined)[]): void {
    const floors = entries.flatMap((entry) => (entry && floorOf(entry)) ?? []);
    // One name may stand for many things: then the oldest of them is not newer than the floor.
    if (floors.length === 0 || !floors.every((feature) => isNewer(feature, floor))) return;
    found.set(name, floors[0]!);
  }

  const lists = scripts.map((script) =>
    collectNames(parse(script, { ecmaVersion: ECMASCRIPT, sourceType: "module" }))
  );
  const own = union(lists, ({ own }) => own);
  for (const name of union(lists, ({ globals }) => globals)) note(name, globalsCalled(name));
  for (const text of union(lists, ({ statics }) => statics)) {
    const [owner, name] = text.split(".") as [string, string];
    const known = staticsCalled(owner, name);
    if (known.length > 0) note(text, known);
    else note(`.${name}`, membersByName.get(name) ?? []);
  }
  for (const name of union(lists, ({ members }) => members)) {
    if (!own.has(name)) note(`.${name}`, membersByName.get(name) ?? []);
  }
  for (const name of union(lists, ({ syntax }) => syntax)) note(name, [syntaxCalled(name)]);
  return found;
}

function union(lists: readonly Names[], part: (names: Names) => ReadonlySet<string>): Set<string> {
  return new Set(lists.flatMap((names) => [...part(names)]));
}

function globalsCalled(name: string): (Entry | undefined)[] {
  return [
    entryAt("javascript", "builtins", name),
    entryAt("api", name),
    ...["Window", "WorkerGlobalScope", "_globals"].map((owner) => entryAt("api", owner, name)),
  ];
}

function staticsCalled(owner: string, name: string): Entry[] {
  return [
    entryAt("javascript", "builtins", owner, name),
    entryAt("api", owner, `${name}_static`),
    entryAt("api", owner, name),
  ].filter((entry) => entry !== undefined);
}

/** Everything of a name, on whatever object. */
const membersByName: ReadonlyMap<string, readonly Entry[]> = groupByName(
  [compatData["javascript"]!["builtins"]!, compatData["api"]!].flatMap((owners) =>
    Object.values(owners).flatMap((owner) => Object.entries(owner))
  ),
);

function groupByName(entries: [name: string, entry: Entry][]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const [fullName, entry] of entries) {
    const name = fullName.replace(/_(static|event)$/, "");
    groups.set(name, [...groups.get(name) ?? [], entry]);
  }
  return groups;
}

/** Where the data has what `collectNames()` calls by these words. */
const SYNTAX: Readonly<Record<string, readonly string[]>> = {
  "static block": ["classes", "static", "initialization_blocks"],
  "#name in": ["classes", "private_class_fields_in"],
  "await of a module": ["operators", "await", "top_level"],
  "lookbehind": ["regular_expressions", "lookbehind_assertion"],
  "flag v": ["builtins", "RegExp", "unicodeSets"],
};

function syntaxCalled(name: string): Entry {
  const entry = entryAt("javascript", ...SYNTAX[name] ?? []);
  if (entry === undefined) throw new Error(`Find "${name}" in the data, it has moved`);
  return entry;
}
