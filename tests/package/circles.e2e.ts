// Copyright 2026 the Rivulet authors. MIT license.

// No file imports itself, by whatever way round: not for its types and not at a later time either.

import { assertEquals } from "@std/assert";
import { mustRun, root } from "../support/commands.ts";

const ENTRIES = [
  "mod.ts",
  "providers/webllm/mod.ts",
  "demo/chat.ts",
  "demo/serve.ts",
  "demo/page/main.tsx",
  "demo/page/search_worker.ts",
  "demo/page/engine_worker.ts",
];

/** What each file of the project that an entry needs imports. */
async function readImports(entry: string): Promise<Map<string, string[]>> {
  interface Resolved {
    specifier?: string;
  }
  interface Module {
    specifier: string;
    dependencies?: { code?: Resolved; type?: Resolved }[];
  }
  const { modules }: { modules: Module[] } = JSON.parse(
    await mustRun([Deno.execPath(), "info", "--json", "--frozen", entry], root),
  );
  return new Map(modules.map(({ specifier, dependencies = [] }) => [
    specifier,
    dependencies.flatMap(({ code, type }) => code?.specifier ?? type?.specifier ?? [])
      .filter((imported) => imported.startsWith(root.href)),
  ]));
}

/** The first circle, as the files on it. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): string[] | undefined => {
    const start = path.indexOf(file);
    if (start >= 0) return path.slice(start);
    if (done.has(file)) return undefined;
    path.push(file);
    for (const imported of imports.get(file) ?? []) {
      const circle = visit(imported);
      if (circle !== undefined) return circle;
    }
    path.pop();
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const circle = visit(file);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

for (const entry of ENTRIES) {
  Deno.test(`no file behind ${entry} imports itself, by whatever way round`, async () => {
    const imports = await readImports(entry);
    assertEquals(imports.has(`${root.href}${entry}`), true);
    const circle = findCircle(imports)?.map((file) => file.slice(root.href.length));
    assertEquals(circle, undefined);
  });
}

/** On what each floor of the library stands, beside itself; nothing else may be imported there. */
const FLOORS: readonly [floor: string, standsOn: readonly string[]][] = [
  ["_internal/core/", []],
  ["_internal/http/", ["_internal/core/"]],
  // An engine answers in the chunks of a chat completion.
  ["_internal/webllm/", ["_internal/core/", "_internal/http/reader/"]],
  ["embedding/", ["_internal/"]],
  ["providers/", ["_internal/", "embedding/"]],
];

const LIBRARY = ["mod.ts", "providers/webllm/mod.ts"];
const PAGE = ["main.tsx", "search_worker.ts", "engine_worker.ts", "service_worker.ts"]
  .map((name) => `demo/page/${name}`);

/** Each import within the project that these entries need, as the paths of two files. */
async function importsOf(entries: readonly string[]): Promise<[from: string, to: string][]> {
  const all = await Promise.all(entries.map(readImports));
  return all.flatMap((imports) =>
    [...imports].flatMap(([from, tos]) =>
      from.startsWith(root.href)
        ? tos.map((to): [string, string] => [pathOf(from), pathOf(to)])
        : []
    )
  );
}

function pathOf(url: string): string {
  return url.slice(root.href.length);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

Deno.test("no floor of the library imports what stands above it", async () => {
  const imports = await importsOf(LIBRARY);
  for (const [floor, standsOn] of FLOORS) {
    const own = imports.filter(([from]) => from.startsWith(floor));
    assertEquals(own.length > 0, true, floor);
    const upwards = own.filter(([, to]) =>
      ![floor, ...standsOn].some((below) => to.startsWith(below))
    );
    assertEquals(upwards, [], floor);
  }
});

/** The pairs of folders that import each other, by whatever files and be it for a type. */
async function mutualFolders(entries: readonly string[]): Promise<string[]> {
  const pairs = new Set<string>();
  for (const [from, to] of await importsOf(entries)) {
    if (folderOf(from) !== folderOf(to)) pairs.add(`${folderOf(from)} ${folderOf(to)}`);
  }
  return [...pairs].filter((pair) => pairs.has(pair.split(" ").reverse().join(" ")));
}

Deno.test("no two folders of the library import each other", async () => {
  assertEquals(await mutualFolders(LIBRARY), []);
});

Deno.test("no two folders of the page import each other, but for those that are named", async () => {
  const known = [["search", "state"]].flatMap(([one, other]) => [
    `demo/page/${one}/ demo/page/${other}/`,
    `demo/page/${other}/ demo/page/${one}/`,
  ]);
  const mutual = (await mutualFolders(PAGE)).filter((pair) => pair.startsWith("demo/page/"));
  assertEquals(mutual.sort(), known.sort());
});
