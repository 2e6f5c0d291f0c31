// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStrictEquals, assertThrows } from "@std/assert";
import type { LLMProviderId } from "@rivulet/llm";
import { EXIT } from "../../demo/terminal/exit.ts";
import { helpText } from "../../demo/terminal/help.ts";
import { UsageError } from "../../demo/terminal/option_values.ts";
import { ollamaAddress } from "../../demo/terminal/addresses.ts";
import { providerWords } from "../../demo/terminal/provider_names.ts";
import {
  onlySaves,
  type OptionsContext,
  parseOptions,
  wantsAnswer,
} from "../../demo/terminal/options.ts";

const NOTHING = {
  question: "",
  opensSession: false,
  turns: [],
  flags: {},
  typed: [],
  readsInput: false,
  user: undefined,
  provider: undefined,
  model: undefined,
  baseUrl: undefined,
  systemPrompt: undefined,
  maxTokens: undefined,
  rankMode: undefined,
  wantsEnglish: false,
  download: false,
  deletesModel: false,
  matchesOnly: false,
  lists: false,
  listsModels: false,
  exportFormat: undefined,
  open: undefined,
  json: false,
  saved: undefined,
  folder: ".rivulet",
};

/** The options without what a next question goes on with, which has a test of its own. */
function read(args: readonly string[], context?: OptionsContext): unknown {
  const options = parseOptions(args, context);
  return typeof options === "string" ? options : { ...options, flags: {} };
}

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
  assertEquals(read(args.split(" ")), {
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
  assertEquals(read("-u ana -m qwen q".split(" ")), {
    ...NOTHING,
    question: "q",
    user: "ana",
    model: "qwen",
  });
  assertStrictEquals(parseOptions(["-h"]), "help");
  assertStrictEquals(parseOptions(["-v"]), "version");
  assertStrictEquals(parseOptions(["-V"]), "version");
});

Deno.test("parseOptions() takes the address of a profile for a user", () => {
  for (const text of ["https://github.com/ana", "github.com/ana/", "@ana"]) {
    assertEquals(read(["-u", text, "q"]), { ...NOTHING, question: "q", user: "ana" });
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
  [["--nope", "q"], "There is no flag --nope. See --help"],
  [["--modle", "m", "q"], "There is no flag --modle. Did you mean --model?"],
  [["--opne", "2", "q"], "There is no flag --opne. Did you mean --open?"],
  [["-x", "q"], "There is no flag -x"],
  [["--user"], "--user"],
  [["--user", "../etc", "q"], 'Enter a GitHub user name, "../etc" is none'],
  [["--user", "ana", "--sample", "q"], "not both"],
  [
    ["--provider", "acme", "q"],
    `There is no provider "acme". Choose one of ${providerWords().join(", ")}`,
  ],
  [["--provider", "olama", "q"], 'There is no provider "olama". Did you mean ollama?'],
  [["--models", "q"], "Leave out the question, --models lists models"],
  [
    ["--save", "--provider", "webllm", "--experimental-webgpu"],
    "Leave out --save, a model in this program is an experiment",
  ],
  [
    ["--save", "--provider", "openai", "--base-url", "https://x.test/?key=1"],
    "Leave the key out of --base-url, it would be kept",
  ],
  [
    ["--save", "--provider", "openai", "--base-url", "https://me:key@x.test"],
    "Leave the key out of --base-url, it would be kept",
  ],
  [["-c", "q"], "There is no earlier question to go on from. Leave out --continue"],
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

const providers: [name: string, id: LLMProviderId, baseUrl: string | undefined][] = [
  ["ollama", "local-a", undefined],
  ["Ollama", "local-a", undefined],
  ["lm-studio", "local-b", undefined],
  ["lmstudio", "local-b", undefined],
  ["openai", "standard-compatible", undefined],
  ["standard-compatible", "standard-compatible", undefined],
  ["llama.cpp", "local-b", "http://localhost:8080"],
  ["vllm", "local-b", "http://localhost:8000"],
];
for (const [name, provider, baseUrl] of providers) {
  Deno.test(`parseOptions() knows the provider ${name}`, () => {
    assertEquals(read(["--provider", name, "q"]), {
      ...NOTHING,
      question: "q",
      provider,
      baseUrl,
    });
  });
}

Deno.test("parseOptions() takes an address rather than the usual one of a name", () => {
  const options = parseOptions(["--provider", "vllm", "--base-url", "http://h:1", "q"]);
  assert(typeof options !== "string");
  assertEquals(options.baseUrl, "http://h:1");
});

const SETTINGS = {
  user: "ana",
  provider: "lm-studio",
  model: "qwen",
  "base-url": "http://h:1",
  rank: "both",
};
const KEPT = {
  ...NOTHING,
  question: "q",
  user: "ana",
  provider: "local-b",
  model: "qwen",
  baseUrl: "http://h:1",
  rankMode: "both",
};
const overridden: [args: string, Record<string, unknown>][] = [
  ["q", {}],
  ["--user bob q", { user: "bob" }],
  ["--sample q", { user: undefined }],
  ["--rank keyword -m other q", { rankMode: "keyword", model: "other" }],
  ["--provider local-b q", {}],
  ["--base-url http://h:2 q", { baseUrl: "http://h:2" }],
  // An address and a model belong to their provider.
  ["--provider ollama q", { provider: "local-a", model: undefined, baseUrl: undefined }],
];
for (const [args, changes] of overridden) {
  Deno.test(`parseOptions() reads "${args}" beside what is kept`, () => {
    assertEquals(read(args.split(" "), { settings: SETTINGS }), { ...KEPT, ...changes });
  });
}

Deno.test("parseOptions() keeps the flags that were written, and no others", () => {
  const options = parseOptions(["--save", "-u", "bob", "--system", "s"], { settings: SETTINGS });
  assert(typeof options !== "string");
  assertEquals([options.saved, options.provider], [{ user: "bob" }, "local-b"]);
  assert(onlySaves(options) && !wantsAnswer(options));
  const asked = parseOptions(["--save", "-u", "bob", "q"]);
  assert(typeof asked !== "string" && !onlySaves(asked) && wantsAnswer(asked));
});

const TURNS = [{ question: "search lang:go", filters: "lang:go", answer: "Take fzf" }];

Deno.test("parseOptions() goes on from a conversation with its flags, in which others win", () => {
  const conversation = { flags: { provider: "ollama", model: "qwen" }, turns: TURNS };
  const context = { settings: SETTINGS, conversation };
  const options = parseOptions(["-c", "-m", "other", "q"], context);
  assert(typeof options !== "string");
  assertEquals([options.turns, options.user], [TURNS, undefined]);
  assertEquals(options.flags, { provider: "ollama", model: "other" });
  const fresh = parseOptions(["q"], context);
  assert(typeof fresh !== "string");
  assertEquals([fresh.turns, fresh.flags], [[], SETTINGS]);
});

Deno.test("parseOptions() hands no key on to a next question", () => {
  const options = parseOptions(["--provider", "openai", "--base-url", "https://a:b@x.test", "q"]);
  assert(typeof options !== "string");
  assertEquals(options.flags, { provider: "openai" });
});

const sessions: [args: string, input: boolean, output: boolean, opens: boolean | "refused"][] = [
  ["", true, true, true],
  ["-u ana", true, true, true],
  ["q", true, true, false],
  ["", false, true, false],
  ["", true, false, "refused"],
  ["--matches", true, true, "refused"],
  ["--json", true, true, "refused"],
  ["--stars", true, true, false],
  ["--save", true, true, false],
];
for (const [args, inputIsTerminal, outputIsTerminal, opens] of sessions) {
  Deno.test(`parseOptions() of "${args}" on terminals ${inputIsTerminal} ${outputIsTerminal}: session ${opens}`, () => {
    const parse = () =>
      parseOptions(args.split(" ").filter(Boolean), { inputIsTerminal, outputIsTerminal });
    if (opens === "refused") return void assertThrows(parse, UsageError, "Add a question");
    const options = parse();
    assert(typeof options !== "string");
    assertEquals(options.opensSession, opens);
  });
}

const hosts: [text: string, address: string | undefined][] = [
  ["0.0.0.0", "http://localhost:11434"],
  ["0.0.0.0:11500", "http://localhost:11500"],
  [":11500", "http://localhost:11500"],
  ["[::]:1", "http://localhost:1"],
  ["[::1]", "http://[::1]:11434"],
  ["box", "http://box:11434"],
  [" box:1 ", "http://box:1"],
  ["http://box", "http://box"],
  ["https://box.test/ollama", "https://box.test/ollama"],
  ["HTTP://0.0.0.0:2", "http://localhost:2"],
  ["a b", undefined],
];
for (const [text, address] of hosts) {
  Deno.test(`ollamaAddress() of "${text}"`, () => {
    assertStrictEquals(ollamaAddress(text), address);
  });
}

Deno.test("helpText() has three examples and names every flag", () => {
  const HELP = helpText();
  assertStrictEquals(HELP.match(/^ {2}.*ask-stars .*"$/gm)?.length, 3);
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
      "english",
      "system",
      "max-tokens",
      "matches",
      "stars",
      "models",
      "save",
      "continue",
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

Deno.test("helpText() tells what is kept", () => {
  assert(!helpText().includes("Kept"));
  assertMatch(
    helpText(SETTINGS),
    /\nKept, and added to each call: --user ana --provider lm-studio --model qwen --base-url /,
  );
});

Deno.test("helpText() fits 80 columns and names every exit code", () => {
  const HELP = helpText();
  for (const line of HELP.split("\n")) assert(line.length <= 80, line);
  for (const code of Object.values(EXIT)) assertMatch(HELP, new RegExp(`\\b${code} `));
});
