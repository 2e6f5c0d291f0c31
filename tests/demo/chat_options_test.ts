// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { HELP, parseOptions, UsageError } from "../../demo/terminal/options.ts";

Deno.test("parseOptions() joins the words of a question", () => {
  assertEquals(parseOptions(["search", "code"]), {
    question: "search code",
    user: undefined,
    provider: undefined,
    model: undefined,
    baseUrl: undefined,
    rankMode: undefined,
    download: false,
    matchesOnly: false,
    json: false,
  });
});

Deno.test("parseOptions() reads every flag", () => {
  const args =
    "--user @Ana-1 --provider local-b --model m --base-url http://h --rank both --matches --json q"
      .split(" ");
  assertEquals(parseOptions(args), {
    question: "q",
    user: "Ana-1",
    provider: "local-b",
    model: "m",
    baseUrl: "http://h",
    rankMode: "both",
    download: false,
    matchesOnly: true,
    json: true,
  });
  assertStrictEquals(parseOptions(["--help"]), "help");
});

Deno.test("parseOptions() reads the flags of a model that runs in the program", () => {
  const here = ["--provider", "webllm", "--experimental-webgpu"];
  const downloads = [here, [...here, "--download"]].map((flags) => {
    const options = parseOptions([...flags, "q"]);
    return options !== "help" && options.provider === "webllm" && options.download;
  });
  assertEquals(downloads, [false, true]);
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
      "matches",
      "json",
      "help",
    ]
  ) {
    assertStrictEquals(HELP.includes(`--${flag}`), true, flag);
  }
});
