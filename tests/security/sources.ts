// Copyright 2026 the Rivulet authors. MIT license.

// The source files of the library and of the demo, read as the compiler reads them.

import { parse } from "@babel/parser";

/** What is read of a node of a syntax tree. */
export interface SyntaxNode {
  type: string;
  loc: { start: { line: number } };
  [field: string]: unknown;
}

export interface SourceFile {
  /** Its place in the project. */
  path: string;
  url: string;
  nodes: SyntaxNode[];
}

const ROOT = new URL("../../", import.meta.url);
const FOLDERS = ["_internal", "providers", "embedding", "demo"];

export function readSources(): SourceFile[] {
  return FOLDERS.flatMap((folder) => [...filesIn(`${folder}/`)]).map((path) => {
    const url = new URL(path, ROOT);
    const { program } = parse(Deno.readTextFileSync(url), {
      sourceType: "module",
      plugins: path.endsWith("x") ? ["typescript", "jsx"] : ["typescript"],
    });
    return { path, url: url.href, nodes: [...nodesIn(program)] };
  });
}

function* filesIn(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, ROOT))) {
    if (isDirectory) yield* filesIn(`${folder}${name}/`);
    else if (/\.tsx?$/.test(name)) yield folder + name;
  }
}

function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== "object" || value === null) return;
  const node = value as SyntaxNode;
  if (typeof node.type === "string" && node.loc) yield node;
  for (const [name, child] of Object.entries(value)) {
    if (!/^loc$|Comments$/.test(name)) yield* nodesIn(child);
  }
}
