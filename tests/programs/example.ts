// Copyright 2026 the Rivulet authors. MIT license.

// The examples of the docs and of the doc comments, as they are written.

import { root } from "../support/commands.ts";

/** An example, and what the text around it says of it. */
export interface Example {
  /** Its file, and the heading or the title that it stands under. */
  readonly name: string;
  readonly code: string;
  /** The permission that the text names for Deno. */
  readonly permission: string | undefined;
}

const FOLDERS = ["docs", "_internal", "providers", "embedding"];
const FENCE = /```ts(?: ignore)?\n([^]*?)```/g;

/** All examples of the README, of docs/ and of the library's entries and their folders. */
export async function readExamples(): Promise<Example[]> {
  const files = ["README.md", "mod.ts", ...FOLDERS.flatMap((folder) => filesIn(folder))];
  const found = await Promise.all(files.map(async (file) => {
    const text = await Deno.readTextFile(new URL(file, root));
    const sections = file.endsWith(".md") ? sectionsOf(text) : titledExamples(text);
    return sections.flatMap((section) => examplesIn(section, file));
  }));
  return withNumbers(found.flat());
}

function filesIn(folder: string): string[] {
  return Array.from(Deno.readDirSync(new URL(folder, root)), ({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return filesIn(path);
    return /\.(?:md|ts)$/.test(name) ? [path] : [];
  }).flat().toSorted();
}

/** A part of a file with examples, and where it names a permission for them. */
interface Section {
  readonly title: string;
  readonly text: string;
  readonly about: string;
}

/** What stands under each heading. */
function sectionsOf(document: string): Section[] {
  return document.split(/^#+ (?=.*$)/m).slice(1).map((section) => {
    const [title = ""] = section.split("\n");
    return { title, text: section, about: section };
  });
}

/** Each `@example` of the doc comments; one of them names the permission that all of them need. */
function titledExamples(source: string): Section[] {
  return Array.from(source.matchAll(/^ *\/\*\*$[^]*?\*\//gm), ([comment]) => {
    const [, ...examples] = comment.replaceAll(/^ *\* ?/gm, "").split("@example ");
    return examples.map((text) => {
      const [title = ""] = text.split("\n");
      return { title, text, about: source };
    });
  }).flat();
}

function examplesIn({ title, text, about }: Section, file: string): Example[] {
  const [permission] = /--allow-net(?:=[^\s`]+)?/.exec(about) ?? [];
  return Array.from(
    text.matchAll(FENCE),
    ([, code = ""]) => ({ name: `${file}, ${titleOf(code) ?? title}`, code, permission }),
  );
}

/** The name of the file that an example is, where its first line says it. */
function titleOf(code: string): string | undefined {
  return /^\/\/ (\S+\.ts)\n/.exec(code)?.[1];
}

/** Tells examples under one title apart. */
function withNumbers(examples: readonly Example[]): Example[] {
  return examples.map((example, index) => {
    const before = examples.slice(0, index).filter(({ name }) => name === example.name).length;
    return before === 0 ? example : { ...example, name: `${example.name} ${before + 1}` };
  });
}
