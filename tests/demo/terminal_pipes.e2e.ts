// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { answerChunks } from "../support/ask.ts";
import { chatCommand, keptFolder, runChat, startChat } from "../support/chat_program.ts";
import { root } from "../support/commands.ts";
import { closedPort, startLoopback } from "../support/loopback.ts";
import { star, startGitHub } from "../support/stars_server.ts";
import { TextReader } from "../support/text_reader.ts";

const QUESTION = "fast way to search code from the terminal";

function startLlama(chunks: (string | Promise<unknown>)[] = answerChunks("local-b", ["Take [1]"])) {
  return startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] }
      : { chunks }
  );
}

function place(base: string): string[] {
  return ["--rank", "keyword", "--provider", "local-b", "--base-url", base];
}

Deno.test("chat takes the question from the standard input", async () => {
  for (const args of [["--matches", "-"], ["--matches"]]) {
    const { code, stdout } = await runChat(args, {}, { input: `${QUESTION}\n` });
    assertEquals([code, stdout.slice(0, 24)], [0, "  1  BurntSushi/ripgrep "]);
  }
});

Deno.test("chat joins a question and the standard input", async () => {
  await using server = startLlama();
  const args = [...place(server.base), "Which of these searches code?", "-"];
  const { code, stdout } = await runChat(args, {}, { input: "ripgrep\njq\n" });
  assertEquals([code, stdout], [0, "Take [1]\n"]);
  const { messages } = JSON.parse(server.requests.at(-1)!.body);
  assertStringIncludes(
    messages[1].content,
    "Which of these searches code?\n\nripgrep\njq\nWhich one or two ",
  );
});

Deno.test("chat leaves the standard input alone where the question is there", async () => {
  const program = startChat(["--matches", QUESTION], {}, { stdin: "piped" });
  assertEquals((await new Response(program.stdout).text()).split("\n").length, 5);
  await program.stderr.cancel();
  await program.stdin.close();
  await program.status;
});

Deno.test("chat asks the first part of an input that is long, and says so", async () => {
  await using server = startLlama();
  const input = `search code ${"word ".repeat(40_000)}`;
  const { code, stderr } = await runChat([...place(server.base), "-"], {}, { input });
  assertEquals(code, 0, stderr);
  assertStringIncludes(stderr, "The input is long: only its first 16,000 characters are asked.\n");
  const { messages } = JSON.parse(server.requests.at(-1)!.body);
  assert(messages[1].content.length < 22_000, String(messages[1].content.length));
});

Deno.test("chat tells that it waits for an input that does not come", async () => {
  const program = startChat(["-"], {}, { stdin: "piped" });
  const stderr = new TextReader(program.stderr);
  await stderr.until("Reading the question from the standard input · 2 s\n");
  program.kill("SIGINT");
  assert((await stderr.rest()).endsWith("\nStopped.\n"), stderr.text);
  await program.stdout.cancel();
  await program.stdin.close();
  assertEquals((await program.status).code, 130);
});

/** Addresses at which no server of this machine is looked for. */
const NO_SERVERS = { OLLAMA_HOST: `127.0.0.1:${closedPort()}` };

Deno.test("chat writes the matches to stdout where no model runs and none was named", async () => {
  const { code, stdout, stderr } = await runChat([QUESTION], NO_SERVERS);
  assertEquals([code, stdout.split("\n").length], [0, 5]);
  assertMatch(stdout, /^ {2}1 {2}BurntSushi\/ripgrep /);
  assertMatch(stderr, /^Sample: .*\nFor an answer, start a local server .*\n$/);
  await using server = startLoopback(() => ({ chunks: ['{"models":[{"name":"all-minilm"}]}'] }));
  const empty = await runChat(["--rank", "keyword", QUESTION], {
    OLLAMA_HOST: new URL(server.base).host,
  });
  assertEquals([empty.code, empty.stdout], [0, stdout]);
  assertStringIncludes(empty.stderr, "Ollama has no model that answers (only all-minilm)");
});

Deno.test("chat writes no matches to stdout where a model was named", async () => {
  const { code, stdout } = await runChat(["-m", "qwen", QUESTION], NO_SERVERS);
  assertEquals([code, stdout], [1, ""]);
});

Deno.test("chat --json tells wrong usage as JSON", async () => {
  for (const args of [["--json", "--nope"], ["--json", "--rank", "best", "q"]]) {
    const { code, stdout, stderr } = await runChat(args);
    assertEquals([code, stderr], [2, ""]);
    const { type, message } = JSON.parse(stdout);
    assertEquals([type, typeof message], ["failure", "string"]);
  }
});

Deno.test("chat exits with 2 for an input without a question", async () => {
  const { code, stderr } = await runChat([], {}, { input: " \n" });
  assertEquals([code, stderr.split("\n")[0]], [
    2,
    'Add a question, such as "search code from the terminal"',
  ]);
});

Deno.test("chat --stars lists all that is searched", async () => {
  const { code, stdout, stderr } = await runChat(["--stars"]);
  assertEquals([code, stderr], [0, ""]);
  assertEquals(stdout.trimEnd().split("\n").length, 240);
  const json = await runChat(["--stars", "--json"]);
  const lines = json.stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals([lines.length, lines[0].type], [240, "star"]);
});

Deno.test("chat --export writes matches as Markdown, CSV and JSON, and nothing else", async () => {
  using folder = keptFolder();
  await using github = startGitHub([[
    star("a/finder", 'Finds *code*, "fast"'),
    star("b/x", "=1+1 code"),
  ]]);
  const env = { GITHUB_API_URL: github.base };
  const args = ["--folder", folder.path, "--user", "ana", "find code", "--export"];
  const markdown = await runChat([...args, "md"], env);
  assertEquals([markdown.code, markdown.stderr, markdown.stdout], [
    0,
    "",
    '- [a/finder](https://github.com/a/finder): Finds \\*code\\*, "fast"\n' +
    "- [b/x](https://github.com/b/x): =1+1 code\n",
  ]);
  const csv = await runChat([...args, "csv"], env);
  assertEquals(csv.stdout.split("\n").slice(0, 3), [
    "fullName,url,description,language,topics,license,stars,archived,pushedAt,starredAt",
    'a/finder,https://github.com/a/finder,"Finds *code*, ""fast""",Rust,search,MIT,5,false,' +
    "2026-10-01T00:00:00Z,2026-02-01T00:00:00Z",
    "b/x,https://github.com/b/x,'=1+1 code,Rust,search,MIT,5,false," +
    "2026-10-01T00:00:00Z,2026-02-01T00:00:00Z",
  ]);
  const json = await runChat([...args, "json"], env);
  assertEquals(JSON.parse(json.stdout).map(({ url }: { url: string }) => url), [
    "https://github.com/a/finder",
    "https://github.com/b/x",
  ]);
});

Deno.test("chat --stars --export writes all", async () => {
  const { stdout } = await runChat(["--stars", "--export", "json"]);
  assertEquals(JSON.parse(stdout).length, 240);
});

Deno.test("chat --open writes the address of a match of this run, and of the last one", async () => {
  using folder = keptFolder();
  const args = ["--folder", folder.path];
  const none = await runChat([...args, "--open", "1"]);
  assertEquals([none.code, none.stdout], [3, ""]);
  assertStringIncludes(none.stderr, "No matches are kept. Add a question to --open.\n");
  const now = await runChat([...args, "--open", "2", QUESTION]);
  assertEquals([now.code, now.stdout, now.stderr], [0, "https://github.com/junegunn/fzf\n", ""]);
  await runChat([...args, "--matches", QUESTION]);
  const last = await runChat([...args, "--open", "1"]);
  assertEquals([last.code, last.stdout], [0, "https://github.com/BurntSushi/ripgrep\n"]);
  const missing = await runChat([...args, "--open", "8", "ripgrp"]);
  assertEquals([missing.code, missing.stdout], [3, ""]);
  assertMatch(missing.stderr, /^There is no match 8, only \d\.\n$/);
});

Deno.test("chat tells as many tokens as the server counts, which may send several as one piece", async () => {
  const [first = "", second = "", end = ""] = answerChunks("local-b", ["Take ", "[1]"]);
  const usage = 'data: {"choices":[],"usage":{"completion_tokens":110}}\n\n';
  const pause = new Promise((resolve) => setTimeout(resolve, 20));
  await using server = startLlama([first, pause, second, usage, end]);
  const { code, stdout, stderr } = await runChat([...place(server.base), QUESTION]);
  assertEquals([code, stdout], [0, "Take [1]\n"], stderr);
  assertMatch(stderr, / s, [\d.]+ tok\/s, 110 tokens\n$/);
  const { stream_options } = JSON.parse(server.requests.at(-1)!.body);
  assertEquals(stream_options, { "include_usage": true });
});

Deno.test("chat --json rounds its numbers", async () => {
  await using server = startLlama(answerChunks("local-b", ["Take ", "[1]", " now"]));
  const { stdout } = await runChat(["--json", ...place(server.base), QUESTION]);
  const { firstTokenMs, tokensPerSecond } = JSON.parse(stdout.trimEnd().split("\n").at(-1)!);
  assert(Number.isInteger(firstTokenMs), String(firstTokenMs));
  assertMatch(String(tokensPerSecond), /^\d+(\.\d)?$/);
});

/** Runs a line of a shell in which $CHAT is the program. */
async function runShell(line: string): Promise<{ code: number; stderr: string }> {
  const quoted = chatCommand().map((word) => `'${word}'`).join(" ");
  const { code, stderr } = await new Deno.Command("bash", {
    args: ["-c", line.replaceAll("CHAT", quoted)],
    cwd: root,
    stdin: "null",
    stdout: "null",
    env: { NO_COLOR: "1" },
  }).output();
  return { code, stderr: new TextDecoder().decode(stderr) };
}

Deno.test({
  name: "chat says in a sentence that a device is full, and exits with 1",
  ignore: Deno.build.os !== "linux",
  async fn() {
    for (const flags of ["--matches code", "--help", "--stars", "--export md code"]) {
      const { code, stderr } = await runShell(`CHAT ${flags} > /dev/full`);
      assertEquals(code, 1);
      assertMatch(stderr, /^(Sample: .*\n)?Cannot write the output: No space left on device\n$/);
    }
    assertEquals((await runShell("CHAT --rank keyword code 2> /dev/full")).code, 1);
  },
});

Deno.test("chat ends without a word when the reader of its output has gone, with 141", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [first = "", second = "", ...rest] = answerChunks("local-b", ["Take ", "[1]", " now"]);
  await using server = startLlama([first, promise, second, ...rest]);
  const program = startChat([...place(server.base), QUESTION]);
  const reader = program.stdout.getReader();
  await reader.read();
  await reader.cancel();
  resolve();
  const stderr = await new Response(program.stderr).text();
  assertEquals((await program.status).code, 141);
  assert(stderr.endsWith(`llama.cpp qwen at ${new URL(server.base).host}\n\n`), stderr);
});

Deno.test("chat without permissions gives matches, and says in a sentence what is not allowed", async () => {
  const plain = await runChat([QUESTION], {}, { permitted: false });
  assertEquals([plain.code, plain.stdout.split("\n").length], [0, 5]);
  assertMatch(
    plain.stderr,
    /^Sample: .*\nThis run may not reach localhost:11434\. Use deno task -q chat:remote, or add --allow-net=localhost:11434 to its deno command\.\n$/,
  );
});

const forbidden: [args: string[], code: number, sentence: RegExp][] = [
  [
    ["--provider", "local-b", "--base-url", "http://127.0.0.1:8099/", "code"],
    1,
    /\nThis run may not reach 127\.0\.0\.1:8099\. Use deno task -q chat:remote, or add --allow-net=127\.0\.0\.1:8099 to its deno command\.\n$/,
  ],
  [
    ["--rank", "both", "code"],
    1,
    /^This run may not reach localhost:11434\. Use deno task -q chat:remote, or add --allow-net=localhost:11434 to .*\n$/,
  ],
  [
    ["--user", "ana", "code"],
    1,
    /^This run may not reach api\.github\.com:443\. Use deno task -q chat:remote, or add --allow-net=api\.github\.com:443 to .*\n$/,
  ],
  [
    ["--provider", "standard-compatible", "code"],
    2,
    /^This run may not read the key\. Add --allow-env=RIVULET_API_KEY,OPENAI_API_KEY to .*\n$/,
  ],
];

for (const [args, code, sentence] of forbidden) {
  Deno.test(`chat ${args.join(" ")} says in a sentence what is not allowed`, async () => {
    const result = await runChat(args, {}, { permitted: false });
    assertEquals([result.code, result.stdout], [code, ""]);
    assertMatch(result.stderr, sentence);
    assert(!/\bat (async )?\w+ \(|Stack|file:\/\//.test(result.stderr), result.stderr);
  });
}
