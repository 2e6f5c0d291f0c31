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
