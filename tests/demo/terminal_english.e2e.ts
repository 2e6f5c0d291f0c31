// Copyright 2026 the Rivulet authors. MIT license.

// Questions in other languages, which a model puts into English words.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { answerChunks } from "../support/ask.ts";
import { keptFolder, runChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";
import { hasTerminal, startInTerminal } from "../support/pseudo_terminal.ts";

const QUESTION = "искать код";

/** A server that gives these words where English ones are wanted, and an answer elsewhere. */
function startTranslating(words: string) {
  return startLoopback(({ path, body }) => {
    if (path === "/v1/models") {
      return { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] };
    }
    const wantsWords = body.includes("English search words");
    return { chunks: answerChunks("local-b", [wantsWords ? words : "Take [1]"]) };
  });
}

function flagsFor(base: string, folder: string): string[] {
  return ["--folder", folder, "--rank", "keyword", "--provider", "local-b", "--base-url", base];
}

Deno.test("chat --english searches for the English words, and asks the question as it was", async () => {
  using folder = keptFolder();
  await using server = startTranslating("Search code\n");
  const flags = flagsFor(server.base, folder.path);
  const { code, stdout, stderr } = await runChat([...flags, "--english", `${QUESTION} lang:rust`]);
  assertEquals([code, stdout], [0, "Take [1]\n"]);
  assertMatch(stderr, /^Searching for: search code\n/);
  assertMatch(stderr, / 1 {2}BurntSushi\/ripgrep /);
  const [first = "", second = ""] = server.requests.filter(({ path }) =>
    path.endsWith("/completions")
  ).map(({ body }) => JSON.parse(body).messages.at(-1).content);
  // The filter is no word.
  assertEquals(first.trim(), QUESTION);
  assertStringIncludes(second, `\n\n${QUESTION} lang:rust\n`);
  const json = await runChat([...flags, "--english", "--json", "--matches", QUESTION]);
  assertEquals(JSON.parse(json.stdout.split("\n")[0]!), { type: "words", text: "search code" });
});

Deno.test("chat --english says what is wrong, and goes on where it can", async () => {
  using folder = keptFolder();
  await using server = startTranslating("Не знаю");
  const flags = flagsFor(server.base, folder.path);
  const none = await runChat([...flags, "--english", QUESTION]);
  assertEquals(none.code, 3);
  assertStringIncludes(
    none.stderr,
    "qwen gave no English words: the question is searched as it stands.\n",
  );
  await using broken = startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"qwen"}]}'] }
      : { status: 500, chunks: ['{"error":"out of memory"}'] }
  );
  const failed = await runChat([
    ...flagsFor(broken.base, folder.path),
    "--english",
    "--matches",
    QUESTION,
  ]);
  assertEquals([failed.code, failed.stdout], [1, ""]);
  assertMatch(failed.stderr, /The server says: out of memory\n$/);
});

Deno.test("chat offers no English words in a pipe, but tells of them", async () => {
  using folder = keptFolder();
  await using server = startTranslating("search code");
  const { code, stderr } = await runChat([...flagsFor(server.base, folder.path), QUESTION]);
  assertEquals(code, 3);
  assertStringIncludes(stderr, "Add --english: a model puts the question into English words");
  assert(server.requests.every(({ path }) => !path.endsWith("/completions")));
});

Deno.test({
  name: "chat offers English words on a terminal where no word was found, to be changed",
  ignore: !hasTerminal,
  async fn() {
    using folder = keptFolder();
    await using server = startTranslating("search kode");
    const flags = flagsFor(server.base, folder.path);
    const program = startInTerminal([...flags, QUESTION], { columns: 80 });
    await program.shows("search kode");
    await program.type("\x7f\x7f\x7f\x7fcode\r");
    await program.shows("BurntSushi/ripgrep");
    await program.shows("Take [1]");
    const { code, raw } = await program.end();
    assertEquals(code, 0, raw);
    assertMatch(raw, /\nqwen puts it so in English\. Change it or press Enter; Ctrl\+D leaves/);
  },
});

Deno.test({
  name: "chat takes Ctrl+D for no English words, and Ctrl+C for the end",
  ignore: !hasTerminal,
  async fn() {
    using folder = keptFolder();
    await using server = startTranslating("search code");
    for (const [key, end, words] of [["\x04", 3, "No word"], ["\x03", 130, "Stopped."]] as const) {
      const flags = flagsFor(server.base, folder.path);
      const program = startInTerminal([...flags, "--matches", QUESTION], { columns: 80 });
      await program.shows("search code");
      await program.type(key === "\x04" ? `\x15${key}` : key);
      await program.shows(words);
      const { code, raw } = await program.end();
      assertEquals(code, end, raw);
      assert(!raw.includes("ripgrep"), raw);
    }
  },
});
