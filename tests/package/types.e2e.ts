// Copyright 2026 the Rivulet authors. MIT license.

// What editors and documentation pages show of the package.

import { assert, assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { mustRun, root } from "../support/commands.ts";

/** A part of what `deno doc --json` prints, of any kind. */
interface Part {
  readonly jsDoc?: { readonly tags?: readonly Tag[] };
  readonly def?: { readonly properties?: readonly Part[] };
}

interface Tag {
  readonly kind: string;
  readonly doc?: string;
}

/** The declarations of the packed package, by their paths. */
async function readDeclarations(): Promise<Map<string, string>> {
  const folder = await Deno.makeTempDir();
  try {
    const pack = [Deno.execPath(), "pack", "--allow-dirty", "--output", `${folder}/package.tgz`];
    await mustRun(pack, root);
    await mustRun(["tar", "-xzf", "package.tgz"], folder);
    const { types, exports } = JSON.parse(
      await Deno.readTextFile(`${folder}/package/package.json`),
    ) as { types: string; exports: Record<string, { types: string }> };
    assertEquals(Object.keys(exports), Object.keys(config.exports));
    assertEquals(types, exports["."]?.types);
    const paths = new Set(Object.values(exports).map(({ types }) => types));
    for (const path of paths) {
      const text = await Deno.readTextFile(`${folder}/package/${path}`);
      for (const [, to = ""] of text.matchAll(/from "(\..+?)\.js"/g)) {
        paths.add(`.${new URL(`${to}.d.ts`, new URL(path, "file:///")).pathname}`);
      }
    }
    const read = async (path: string): Promise<[string, string]> => [
      path,
      await Deno.readTextFile(`${folder}/package/${path}`),
    ];
    return new Map(await Promise.all([...paths].map(read)));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const declarations = await readDeclarations();

Deno.test("each entry of the packed package has declarations that make it a module", () => {
  assert(declarations.size > Object.keys(config.exports).length);
  for (const [path, text] of declarations) assertMatch(text, /\bexport\b/, path);
});

Deno.test("each parameter in the packed declarations has a name", () => {
  const nameless = [...declarations].flatMap(([path, text]) =>
    [...text.replace(/\/\*[^]*?\*\//g, "").matchAll(/[(,]\s*(\{[^{}]*\}|\[[^[\]]*\])\??:/g)].map((
      [part],
    ) => `${path}: ${part}`)
  );
  assertEquals(nameless, []);
});

/** How many characters of an example a documentation page shows without scrolling. */
const PAGE_COLUMNS = 76;

for (const [name, entry] of Object.entries(config.exports)) {
  Deno.test(`the page of the export "${name}" shows its examples without scrolling`, async () => {
    const code = await Deno.readTextFile(new URL(entry, root));
    const [, description = ""] = /\/\*\*([^]*?)@module/.exec(code) ?? [];
    const lines = description.split("\n").map((line) => line.replace(/^ \* ?/, ""));
    assert(lines.includes("```ts"));
    assertEquals(
      lines.filter((line, index) => {
        const fences = lines.slice(0, index).filter((line) => line.startsWith("```"));
        return fences.length % 2 === 1 && line.length > PAGE_COLUMNS;
      }),
      [],
    );
  });

  Deno.test(`no word of a property of the export "${name}" is left out of its page`, async () => {
    const json = await mustRun([Deno.execPath(), "doc", "--json", entry], root);
    const { nodes } = JSON.parse(json) as {
      nodes: Record<string, { symbols: { declarations: Part[] }[] }>;
    };
    const tags = Object.values(nodes)
      .flatMap(({ symbols }) => symbols.flatMap(({ declarations }) => declarations))
      .flatMap(({ def }) => def?.properties ?? [])
      .flatMap(({ jsDoc }) => jsDoc?.tags ?? []);
    // Of these tags the page of a property shows nothing but the value by default.
    const words = tags.filter(({ kind }) => kind === "param" || kind === "default");
    assertEquals(words.filter(({ doc }) => doc !== undefined), []);
  });

  Deno.test(`the documentation of the export "${name}" shows no tag as text`, async () => {
    const json = await mustRun([Deno.execPath(), "doc", "--json", entry], root);
    const texts = [...json.matchAll(/"doc": ("(?:[^"\\]|\\.)*")/g)]
      .map(([, text]) => (JSON.parse(text!) as string).replace(/```[^]*?```|`[^`]*`/g, ""));
    assert(texts.length > 0);
    assertEquals(texts.filter((text) => /(^|\s)@\w/.test(text)), []);
  });
}
