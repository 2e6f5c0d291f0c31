// Copyright 2026 the Rivulet authors. MIT license.

// Reads texts of strangers in every way in which the demo reads them.

import { copyMarkdown } from "../../demo/page/answer/copy_markdown.ts";
import { ShownStream } from "../../demo/page/ask/shown_stream.ts";
import { hostToShow } from "../../demo/markdown/link_host.ts";
import { MarkdownWriter } from "../../demo/markdown/writer.ts";
import { readProse } from "../../demo/page/readmes/prose.ts";
import { findCitations } from "../../demo/stars/citations.ts";
import { cleanText } from "../../demo/stars/clean_text.ts";
import { searchedTerms } from "../../demo/stars/searched_terms.ts";
import { markWords } from "../../demo/stars/marks.ts";
import { findMentions } from "../../demo/stars/mentions.ts";
import { readQuery } from "../../demo/stars/query.ts";

/** Each reads a text to its end. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  cleanText,
  copyMarkdown: (text) => copyMarkdown(text, []),
  findCitations: (text) => findCitations(text, 8),
  findMentions,
  hostToShow: (text) => hostToShow(`https://github.com/${text}`, text),
  MarkdownWriter: write,
  markWords: (text) => markWords(text, ["a"]),
  readProse,
  readQuery,
  searchedTerms,
  ShownStream: (text) => new ShownStream().push(text),
};

function write(text: string): void {
  const writer = new MarkdownWriter({
    data: undefined,
    add_token() {},
    end_token() {},
    add_text() {},
    set_attr() {},
  });
  writer.write(text);
  writer.end();
}

const scope = globalThis as unknown as { postMessage(message: unknown): void };
// The parser says of odd texts what it has not expected.
// deno-lint-ignore no-console -- a parser of npm asserts by it
console.assert = () => {};

globalThis.addEventListener("message", ({ data: { unit, length } }: MessageEvent) => {
  for (const [name, read] of Object.entries(READERS)) {
    const text = `a${unit.repeat(length / unit.length)}a`;
    scope.postMessage({ name, isDone: false });
    read(text);
  }
  scope.postMessage({ name: "all", isDone: true });
});
scope.postMessage({ name: "start", isDone: false });
