// Copyright 2026 the Rivulet authors. MIT license.

// More that reads texts of others, and more of what is dear to read.

import { lmStudio, ollama, readObject, ThinkingSplitter, toEventStream } from "@rivulet/llm";
import { MarkdownWriter } from "../../demo/markdown/writer.ts";
import { sampleCollection } from "../../demo/stars/sample.ts";
import { answer, type AskedTarget, type Question } from "../../demo/terminal/answer.ts";
import { AnswerText } from "../../demo/terminal/answer_text.ts";
import type { Report } from "../../demo/terminal/report.ts";
import type { Read } from "../security/gap_readers.ts";
import { hiddenOutput } from "../support/hidden_output.ts";
import { stubServer } from "../support/stub_server.ts";

const MIB = 1024 * 1024;

function configFor(body: () => BodyInit) {
  const fetch = () => Promise.resolve(new Response(body()));
  return { baseUrl: "http://localhost:1", model: "m", fetch };
}

const renderer = {
  data: undefined,
  ["add_token"]() {},
  ["end_token"]() {},
  ["add_text"]() {},
  ["set_attr"]() {},
};

const QUESTION: Question = {
  question: "q",
  systemPrompt: undefined,
  history: [],
  matches: sampleCollection.repositories.slice(0, 8),
  collection: sampleCollection,
};

const ASKED: AskedTarget = {
  target: {
    definition: ollama.definition,
    name: "Ollama",
    baseUrl: "http://localhost:1",
    model: "m",
  },
  apiKey: undefined,
  download: false,
  maxTokens: undefined,
  signal: new AbortController().signal,
};

/** So much of an answer is shown at once by the page. */
const PAGE_SLICE = 2000;

export const MORE_READERS: [name: string, read: Read][] = [
  ["toEventStream() of a chat completion", async (body) => {
    await new Response(toEventStream(lmStudio, configFor(body), { prompt: "q" })).text();
  }],
  ["toEventStream() of Ollama", async (body) => {
    await new Response(toEventStream(ollama, configFor(body), { prompt: "q" })).text();
  }],
  ["readObject()", (body) => readObject(lmStudio, configFor(body), { prompt: "q", schema: {} })],
  ["ThinkingSplitter behind Ollama", async (body) => {
    const splitter = new ThinkingSplitter();
    for await (const token of ollama.tokens(configFor(body), { prompt: "q" })) {
      splitter.push(token);
    }
    splitter.end();
  }],
  ["an answer in the terminal", async (body) => {
    using _server = stubServer(() => new Response(body()));
    const text = new AnswerText(hiddenOutput());
    const report = new Proxy({ token: (token: string) => text.push(token) } as Report, {
      get: (own, name) => Reflect.get(own, name) ?? (() => {}),
    });
    await answer(QUESTION, ASKED, report);
    text.end();
  }],
  ["the Markdown of the page, without its elements", async (body) => {
    const text = await new Response(body()).text();
    const writer = new MarkdownWriter(renderer);
    for (let start = 0; start < 300_000; start += PAGE_SLICE) {
      writer.write(text.slice(start, start + PAGE_SLICE));
      await new Promise((resolve) => setTimeout(resolve));
    }
    writer.end();
  }],
];

/** A line of one token. */
function token(text: string): string {
  return `${JSON.stringify({ message: { content: text } })}\n`;
}

const LONG = 15.9 * MIB;

export const MORE_TEXTS: [name: string, text: string][] = [
  ["a token of citations", token("a/b [1] ".repeat(LONG / 8))],
  ["a token of names", token("x/y ".repeat(LONG / 4))],
  ["a token of letters", token("word ".repeat(LONG / 5))],
  ["a token of openings", token("<".repeat(LONG))],
  ["a token of thoughts", token("<think>a</think>".repeat(LONG / 16))],
  ["a token of backticks", token("` ".repeat(LONG / 2))],
  ["a token of brackets", token("[a](".repeat(LONG / 4))],
  ["a token of stars", token("**a* ".repeat(LONG / 5))],
  ["a token of quotes", token("> ".repeat(LONG / 2))],
  ["a token of a table", token("|a|b|\\n|-|-|\\n".repeat(LONG / 16))],
  ["a token of marks", token("a\u0301\u0301".repeat(LONG / 5))],
  ["a token of line ends", token("\n".repeat(7 * MIB))],
  ["a token of JSON", token(`[${"{},".repeat(LONG / 3)}0]`)],
  ["a token of deep JSON", token("[".repeat(LONG))],
  ["a page", `<html>${"<p>x".repeat(250_000)}`],
  ["vectors", `{"data":[{"embedding":[${"0.1,".repeat(65_535)}1],"index":0}]}`],
  [
    "a vector of long numbers",
    `{"data":[{"embedding":[${"0.123456789012345678901234567,".repeat(65_000)}1]}]}`,
  ],
];
