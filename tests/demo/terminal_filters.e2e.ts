// Copyright 2026 the Rivulet authors. MIT license.

// Filters among the words of the command line, such as `lang:rust`.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { sampleCollection } from "../../demo/stars/sample.ts";
import { runChat } from "../support/chat_program.ts";
import { closedPort, startLoopback } from "../support/loopback.ts";

/** The matches of a run, as JSON has them. */
async function matchesOf(args: readonly string[], input?: string) {
  const { code, stdout } = await runChat(["--json", "--matches", ...args], {}, { input });
  const events = stdout.trim().split("\n").map((line) => JSON.parse(line));
  const matches = events.filter(({ type }) => type === "match");
  return { code, matches, ranking: events.find(({ type }) => type === "collection")?.ranking };
}

Deno.test("chat searches only what passes the filters among the words", async () => {
  const { code, matches } = await matchesOf(["lang:rust", "search files in the terminal"]);
  assertEquals(code, 0);
  assert(matches.length > 1);
  assertEquals(new Set(matches.map(({ language }) => language)), new Set(["Rust"]));
  const both = await matchesOf(["search files", "lang:rust", "user:sharkdp"]);
  assert(both.matches.length > 0);
  assert(both.matches.every(({ fullName }) => fullName.startsWith("sharkdp/")));
});

Deno.test("chat takes the first that pass where there is nothing but filters", async () => {
  const { matches, ranking } = await matchesOf(["topic:cli", "lang:go"]);
  const expected = sampleCollection.repositories
    .filter(({ language, topics }) => language === "Go" && topics.includes("cli"))
    .map(({ fullName }) => fullName).slice(0, 8);
  assert(expected.length > 1);
  assertEquals([matches.map(({ fullName }) => fullName), ranking], [expected, "as listed"]);
});

Deno.test("chat has no match where nothing passes the filters", async () => {
  const { code, stderr } = await runChat(["--matches", "search code lang:cobol"]);
  assertEquals(code, 3);
  assertStringIncludes(
    stderr,
    "No repository matches that. The languages here are Python, Go, TypeScript, ",
  );
  const near = await runChat(["--matches", "search code lang:rst"]);
  assertStringIncludes(near.stderr, "Did you mean lang:rust? The languages here are ");
  const other = await runChat(["--matches", "search code lang:rust user:nobody"]);
  assertMatch(other.stderr, /\nNo repository matches that\.\n$/);
});

Deno.test("chat says that an embedding model would help, and which one is there", async () => {
  const none = await runChat(["--matches", "zzzqqqxxx"], {
    OLLAMA_HOST: `127.0.0.1:${closedPort()}`,
  });
  assertEquals(none.code, 3);
  assertMatch(
    none.stderr,
    /No word of the question was found\. An embedding model would compare by meaning: ollama pull \S+\n$/,
  );
  await using server = startLoopback(() => ({ chunks: ['{"models":[{"name":"all-minilm"}]}'] }));
  const there = await runChat(["--matches", "zzzqqqxxx"], {
    OLLAMA_HOST: new URL(server.base).host,
  });
  assertStringIncludes(there.stderr, "Add --rank both to compare by meaning with all-minilm.\n");
});

Deno.test("chat names the words of a question that find something alone", async () => {
  const environment = { OLLAMA_HOST: `127.0.0.1:${closedPort()}` };
  const { code, stderr } = await runChat(
    ["--matches", "write an invoice and keep the books"],
    environment,
  );
  assertEquals(code, 3);
  assertMatch(
    stderr,
    /\nNo repository matches that\. One word alone finds some: [a-z]+ \(\d+\)[^.]*\. An embedding model would /,
  );
  const [, word = ""] = /finds some: ([a-z]+) /.exec(stderr) ?? [];
  const { matches } = await matchesOf([word]);
  assert(matches.length > 0);
  // What does not pass the filters is not offered.
  const filtered = await runChat(["--matches", "invoice and books -books"], environment);
  assertEquals([filtered.code, filtered.stderr.includes("finds some")], [3, false]);
});

Deno.test("chat narrows down by stars, license and archive", async () => {
  const { matches } = await matchesOf(["stars:>100k", "license:mit"]);
  assert(matches.length > 1);
  assert(matches.every(({ stars, license }) => stars > 100_000 && license === "MIT"));
  const archived = await matchesOf(["is:archived"]);
  assert(archived.matches.length > 0 && archived.matches.every((match) => match.archived));
});

Deno.test("chat takes no filter from the standard input", async () => {
  const { code, matches } = await matchesOf(["search code", "-"], "lang:cobol\n");
  assertEquals(code, 0);
  assert(matches.length > 0);
});

Deno.test("chat ranks by meaning only what passes the filters, and reads all", async () => {
  const inputs: string[] = [];
  await using server = startLoopback(({ path, body }) => {
    if (path === "/api/tags") {
      return { chunks: [JSON.stringify({ models: [{ name: "all-minilm:latest" }] })] };
    }
    const { input } = JSON.parse(body) as { input: string[] };
    inputs.push(...input);
    const embeddings = input.map((text) => /editor/i.test(text) ? [1, 0] : [0, 1]);
    return { chunks: [JSON.stringify({ embeddings })] };
  });
  const folder = await Deno.makeTempDir();
  try {
    const args = ["--rank", "embedding", "--provider", "local-a", "--base-url", server.base];
    const { code, matches } = await matchesOf([...args, "--folder", folder, "editor lang:rust"]);
    assertEquals(code, 0);
    assert(matches.length > 0);
    assertEquals(new Set(matches.map(({ language }) => language)), new Set(["Rust"]));
    assert(!inputs[0]!.includes("lang:"), inputs[0]);
    assert(inputs.length > sampleCollection.repositories.length);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
