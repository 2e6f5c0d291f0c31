// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStrictEquals, assertThrows } from "@std/assert";
import { EXIT } from "../../demo/terminal/exit.ts";
import { HELP } from "../../demo/terminal/help.ts";
import { UsageError } from "../../demo/terminal/option_values.ts";
import { parseOptions } from "../../demo/terminal/options.ts";

const NOTHING = {
  question: "",
  typed: [],
  readsInput: false,
  user: undefined,
  provider: undefined,
  model: undefined,
  baseUrl: undefined,
  systemPrompt: undefined,
  maxTokens: undefined,
  rankMode: undefined,
  download: false,
  deletesModel: false,
  matchesOnly: false,
  lists: false,
  exportFormat: undefined,
  open: undefined,
  json: false,
  folder: ".rivulet",
};

Deno.test("parseOptions() joins the words of a question", () => {
  assertEquals(parseOptions(["search", "code"]), { ...NOTHING, question: "search code" });
});

Deno.test("parseOptions() finds the filters among the words", () => {
  const options = parseOptions(["search", "lang:rust", "files", "-"]);
  assertEquals(options, {
    ...NOTHING,
    question: "search lang:rust files",
    readsInput: true,
    typed: [{ kind: "language", value: "rust", start: 7, end: 16 }],
  });
});

Deno.test("parseOptions() reads every flag", () => {
  const args =
    "--user @Ana-1 --provider local-b --model m --base-url http://h --rank both --matches --json " +
    "--system s --max-tokens 9 --folder f q";
  assertEquals(parseOptions(args.split(" ")), {
    ...NOTHING,
    question: "q",
    user: "Ana-1",
    provider: "local-b",
    model: "m",
    baseUrl: "http://h",
    systemPrompt: "s",
    maxTokens: 9,
    rankMode: "both",
    matchesOnly: true,
    json: true,
    folder: "f",
  });
  assertStrictEquals(parseOptions(["--help"]), "help");
  assertStrictEquals(parseOptions(["--version"]), "version");
});

Deno.test("parseOptions() reads the short flags", () => {
  assertEquals(parseOptions("-u ana -m qwen q".split(" ")), {
    ...NOTHING,
    question: "q",
    user: "ana",
    model: "qwen",
  });
  assertStrictEquals(parseOptions(["-h"]), "help");
  assertStrictEquals(parseOptions(["-V"]), "version");
});

Deno.test("parseOptions() takes the address of a profile for a user", () => {
  for (const text of ["https://github.com/ana", "github.com/ana/", "@ana"]) {
    assertEquals(parseOptions(["-u", text, "q"]), { ...NOTHING, question: "q", user: "ana" });
  }
});

Deno.test("parseOptions() takes the question from the standard input for - and where there is none", () => {
  const read = (args: string, inputIsTerminal: boolean) => {
    const options = parseOptions(args.split(" ").filter(Boolean), { inputIsTerminal });
    return typeof options === "string" ? options : [options.question, options.readsInput];
  };
  assertEquals(read("-", true), ["", true]);
  assertEquals(read("which fits -", true), ["which fits", true]);
  assertEquals(read("", false), ["", true]);
  assertEquals(read("--user ana", false), ["", true]);
  // A question is enough: a loop of a shell script keeps its input.
  assertEquals(read("q", false), ["q", false]);
  assertEquals(read("--stars", false), ["", false]);
  assertEquals(read("--open 2", false), ["", false]);
});

Deno.test("parseOptions() reads the flags of a model that runs in the program", () => {
  const here = ["--provider", "webllm", "--experimental-webgpu"];
  const downloads = [here, [...here, "--download"]].map((flags) => {
    const options = parseOptions([...flags, "q"]);
    return typeof options !== "string" && options.provider === "webllm" && options.download;
  });
  assertEquals(downloads, [false, true]);
});

Deno.test("parseOptions() reads that a model is to be deleted, which needs no question", () => {
  for (const args of [[], ["--provider", "webllm"]]) {
    const options = parseOptions(["--delete-model", "-m", "m", ...args], {
      inputIsTerminal: false,
    });
    assert(typeof options !== "string");
    assertEquals([options.deletesModel, options.model, options.readsInput], [true, "m", false]);
  }
});

const refusals: [args: string[], message: string][] = [
  [[], "Add a question"],
  [["  "], "Add a question"],
  [["--nope", "q"], "--nope"],
  [["--user"], "--user"],
  [["--user", "../etc", "q"], 'Enter a GitHub user name, "../etc" is none'],
  [["--user", "ana", "--sample", "q"], "not both"],
  [
    ["--provider", "ollama", "q"],
    "Choose a provider of standard-compatible, local-a, local-b, webllm",
  ],
  [["--rank", "best", "q"], "Choose --rank of keyword, embedding, both"],
  [["--base-url", "http://h", "q"], "Add --provider"],
  [["--provider", "webllm", "q"], "Add --experimental-webgpu"],
  [["--provider", "webllm", "--download", "q"], "which is an experiment"],
  [["--experimental-webgpu", "q"], "Add --provider webllm"],
  [["--provider", "local-a", "--download", "q"], "Add --provider webllm"],
  [
    ["--provider", "webllm", "--experimental-webgpu", "--base-url", "http://h", "q"],
    "Leave out --base-url",
  ],
  [["--delete-model", "q"], "Leave out the question, --delete-model only deletes"],
  [["--delete-model", "--provider", "local-a"], "Leave out --provider local-a"],
  [["--max-tokens", "0", "q"], 'Enter a number of tokens after --max-tokens, "0" is none'],
  [["--max-tokens", "many", "q"], '"many" is none'],
  [["--open", "9", "q"], "Enter the number of a match, 1 to 8, after --open"],
  [["--open", "1.5"], "Enter the number of a match"],
  [["--export", "xml", "q"], 'Choose --export of md, csv, json, not "xml"'],
  [["--export", "md", "--json", "q"], "Leave out --json"],
  [["--open", "1", "--json", "q"], "Leave out --json"],
  [["--export", "md", "--open", "1", "q"], "Choose --export or --open, not both"],
  [["--stars", "q"], "Leave out the question, --stars lists all"],
  [["--stars", "--open", "1"], "Choose --open or --stars, not both"],
  [["--folder", "", "q"], "Name a folder after --folder"],
  [["--provider", "local-a", "--base-url", "localhost:1", "q"], "http:// or https://"],
  [["--provider", "local-a", "--base-url", "http://", "q"], "http:// or https://"],
];

for (const [args, message] of refusals) {
  Deno.test(`parseOptions() refuses "${args.join(" ")}"`, () => {
    assertThrows(() => parseOptions(args), UsageError, message);
  });
}

Deno.test("HELP has three examples and names every flag", () => {
  assertStrictEquals(HELP.match(/^ {2}.*deno task chat .*"$/gm)?.length, 3);
  for (
    const flag of [
      "user",
      "sample",
      "provider",
      "model",
      "base-url",
      "experimental-webgpu",
      "download",
      "rank",
      "system",
      "max-tokens",
      "matches",
      "stars",
      "export",
      "open",
      "json",
      "folder",
      "version",
      "help",
    ]
  ) {
    assertStrictEquals(HELP.includes(`--${flag}`), true, flag);
  }
});

Deno.test("HELP fits 80 columns and names every exit code", () => {
  for (const line of HELP.split("\n")) assert(line.length <= 80, line);
  for (const code of Object.values(EXIT)) assertMatch(HELP, new RegExp(`\\b${code} `));
});
