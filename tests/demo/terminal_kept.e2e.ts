// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { vectorsFileOf } from "../../demo/terminal/kept_vectors.ts";
import { answerChunks } from "../support/ask.ts";
import { keptFolder, runChat, startChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";
import { star, startGitHub } from "../support/stars_server.ts";
import { TextReader } from "../support/text_reader.ts";

Deno.test("chat says in one line that its folder is a file, and goes on", async () => {
  using folder = keptFolder();
  await Deno.mkdir(folder.url, { recursive: true });
  await Deno.writeTextFile(new URL("file", folder.url), "");
  await using server = startGitHub([[star("a/finder")]]);
  const { code, stdout, stderr } = await runChat(
    ["--folder", `${folder.path}/file`, "--user", "ana", "--matches", "find code"],
    { GITHUB_API_URL: server.base },
  );
  assertEquals([code, stdout], [0, "  1  a/finder  Rust, pushed 2026-10  Finds code\n"]);
  assertMatch(
    stderr,
    /^Cannot read from \S+\/file, so nothing is kept: Not a directory\n@ana: 1 repository .*\n$/,
  );
});

Deno.test("chat says in one line that kept stars and meanings are damaged, and goes on", async () => {
  using folder = keptFolder();
  await Deno.mkdir(folder.url, { recursive: true });
  await Deno.writeTextFile(new URL("stars-ana.json", folder.url), "[{}]");
  await Deno.writeTextFile(new URL(vectorsFileOf("test-embed"), folder.url), "null");
  await using github = startGitHub([[star("a/finder")]]);
  await using server = startLoopback(({ path, body }) => {
    if (path === "/api/tags") {
      return { chunks: ['{"models":[{"name":"llama3.1:8b"},{"name":"test-embed"}]}'] };
    }
    if (path === "/api/chat") return { chunks: answerChunks("local-a", ["Take [1]"]) };
    const { input } = JSON.parse(body) as { input: string[] };
    return { chunks: [JSON.stringify({ embeddings: input.map(() => [1, 0]) })] };
  });
  const args = ["--folder", folder.path, "--user", "ana", "--provider", "local-a"];
  const { code, stdout, stderr } = await runChat(
    [...args, "--base-url", server.base, "find code"],
    { GITHUB_API_URL: github.base },
  );
  assertEquals([code, stdout], [0, "Take [1]\n"]);
  assertStringIncludes(stderr, `The stars of @ana in ${folder.path} cannot be used and`);
  assertStringIncludes(stderr, `The meanings by test-embed in ${folder.path} cannot be used and`);
  assertStringIncludes(stderr, "ranking: keyword + test-embed\n");
});

Deno.test("chat keeps what has been read of the stars when GitHub breaks off, and answers from it", async () => {
  using folder = keptFolder();
  await using server = startLoopback(({ path }) => {
    const isFirst = path.includes("&page=1&");
    return isFirst
      ? {
        headers: { link: '<https://x/?page=3>; rel="last"' },
        chunks: [JSON.stringify([star("a/finder")])],
      }
      : { chunks: ['[{"starred_at'], end: "reset" };
  });
  const { code, stdout, stderr } = await runChat(
    ["--folder", folder.path, "--user", "ana", "--matches", "find code"],
    { GITHUB_API_URL: server.base },
  );
  assertEquals([code, stdout.slice(0, 15)], [0, "  1  a/finder  "]);
  assertStringIncludes(stderr, "1 of about 300. The answer of GitHub broke off.\n");
  const saved = JSON.parse(await Deno.readTextFile(new URL("stars-ana.json", folder.url)));
  assertEquals([saved.repositories.length, saved.nextPage], [1, 2]);
});

Deno.test("chat keeps the stars that it has read when it is stopped", async () => {
  using folder = keptFolder();
  await using server = startLoopback(({ path }) =>
    path.includes("&page=1&")
      ? {
        headers: { link: '<https://x/?page=3>; rel="last"' },
        chunks: [JSON.stringify([star("a/finder")])],
      }
      : undefined
  );
  const args = ["--folder", folder.path, "--user", "ana", "--matches", "find code"];
  const program = startChat(args, { GITHUB_API_URL: server.base });
  const stderr = new TextReader(program.stderr);
  await stderr.until("Reading @ana's stars: 1 of about 300.");
  program.kill("SIGINT");
  assert((await stderr.rest()).endsWith("Stopped.\n"), stderr.text);
  await program.stdout.cancel();
  assertEquals((await program.status).code, 130);
  const saved = JSON.parse(await Deno.readTextFile(new URL("stars-ana.json", folder.url)));
  assertEquals(saved.nextPage, 2);
  const names = Array.from(Deno.readDirSync(folder.url), ({ name }) => name);
  assertEquals(names, ["stars-ana.json"]);
});

const strangers: [what: string, body: string, message: RegExp][] = [
  ["a web page", "<!doctype html><title>Sign in</title>", /does not answer like GitHub\.\n$/],
  ["an object", '{"message":"hello"}', /does not answer like GitHub\.\n$/],
  ["a list of something else", "[1, null]", /does not answer like GitHub\.\n$/],
];

for (const [what, body, message] of strangers) {
  Deno.test(`chat says in a sentence that GitHub's address answers with ${what}`, async () => {
    using folder = keptFolder();
    await using server = startLoopback(() => ({ chunks: [body] }));
    const { code, stdout, stderr } = await runChat(
      ["--folder", folder.path, "--user", "ana", "q"],
      { GITHUB_API_URL: server.base },
    );
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, message);
    assertEquals(stderr.split("\n").length, 2, stderr);
  });
}

Deno.test("chat says in a sentence that GITHUB_API_URL is no address", async () => {
  using folder = keptFolder();
  const { code, stderr } = await runChat(
    ["--folder", folder.path, "--user", "ana", "q"],
    { GITHUB_API_URL: "github.example" },
  );
  assertEquals([code, stderr], [
    2,
    'GITHUB_API_URL must be an http or https address, "github.example" is none\n',
  ]);
});
