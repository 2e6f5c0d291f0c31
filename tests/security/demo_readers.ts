// Copyright 2026 the Rivulet authors. MIT license.

// All of the demo that reads what others have written, but for what shows an answer.

import { nameByPaths } from "../../demo/engines/server_name.ts";
import { readLink } from "../../demo/page/ask/link.ts";
import { fetchReadme } from "../../demo/page/readmes/fetch_readme.ts";
import { readStars } from "../../demo/stars/github.ts";
import { PastedLines } from "../../demo/terminal/pasted_lines.ts";
import { readInput } from "../../demo/terminal/question.ts";
import type { Report } from "../../demo/terminal/report.ts";
import { stubServer } from "../support/stub_server.ts";
import type { Read } from "./gap_readers.ts";

const MIB = 1024 * 1024;

/** A browser takes no longer address. */
const MAX_ADDRESS = 2 * MIB;

/** So much of what is pasted comes at once. */
const TERMINAL_CHUNK = 64 * 1024;

const { signal } = new AbortController();

/** Nobody reads it. */
const report = new Proxy({} as Report, { get: () => () => {} });

/** A server of GitHub that gives this body. */
async function readPage(body: () => BodyInit, status: number): Promise<void> {
  using _server = stubServer(() => new Response(body(), { status }));
  for await (const _ of readStars("ana", 1));
}

/** Gives this body to what reads the standard input. */
async function readFrom(body: () => BodyInit): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(Deno.stdin, "readable")!;
  const readable = new Response(body()).body!;
  Object.defineProperty(Deno.stdin, "readable", { value: readable, configurable: true });
  try {
    await readInput(report, signal);
  } finally {
    Object.defineProperty(Deno.stdin, "readable", before);
  }
}

export const DEMO_READERS: [name: string, read: Read][] = [
  ["stars of GitHub", (body) => readPage(body, 200)],
  ["a refusal of GitHub", (body) => readPage(body, 403)],
  ["a README", async (body) => {
    using _server = stubServer(() => new Response(body()));
    await fetchReadme("a/b", { baseUrl: "https://readme.test", signal });
  }],
  ["the name of a server", async (body) => {
    using _server = stubServer(() => new Response(body()));
    await nameByPaths("http://localhost:1", signal);
  }],
  ["a question in a link", async (body) => {
    readLink(`#q=${(await new Response(body()).text()).slice(0, MAX_ADDRESS)}`);
  }],
  ["the standard input", readFrom],
  ["what is pasted into a terminal", async (body) => {
    const lines = new PastedLines(() => {});
    const text = `\x1b[200~${await new Response(body()).text()}`;
    for (let start = 0; start < MIB; start += TERMINAL_CHUNK) {
      lines.edit(text.slice(start, start + TERMINAL_CHUNK));
      await new Promise((resolve) => setTimeout(resolve));
    }
  }],
];

const REPOSITORY =
  '{"full_name":"a/b","description":"x","stargazers_count":1,"archived":false,"topics":["a"]},';

/** What is dear to read for these, as long as a page of stars may be. */
export const DEMO_TEXTS: [name: string, text: string][] = [
  ["repositories", `[${REPOSITORY.repeat(150_000)}{}]`],
  ["numbers", `[${"1,".repeat(7 * MIB)}1]`],
  ["empty objects", `[${"{},".repeat(5 * MIB)}{}]`],
  ["empty lists", `[${"[],".repeat(5 * MIB)}[]]`],
  ["a deep list", "[".repeat(7.9 * MIB) + "]".repeat(7.9 * MIB)],
  ["escaped words", `{"message":"${"\\u0061".repeat(2.5 * MIB)}"}`],
  ["words that nobody sees", "\u{e0041}".repeat(3.9 * MIB)],
  ["towers of marks", "a\u0301\u0301\u0301\u0301\u0301".repeat(1.4 * MIB)],
  ["commands of a terminal", "\x1b]0;a".repeat(3 * MIB)],
  ["blank lines", "\n \n".repeat(5 * MIB)],
  ["badges", "[![a](b)](c) ".repeat(1.2 * MIB)],
  ["tags", "<a ".repeat(5 * MIB)],
];
