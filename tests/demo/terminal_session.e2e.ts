// Copyright 2026 the Rivulet authors. MIT license.

// Questions that go on from the one before.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { answerChunks } from "../support/ask.ts";
import { keptFolder, runChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";
import { hasTerminal, startInTerminal } from "../support/pseudo_terminal.ts";

/** A server that answers with these words, one answer after another; undefined halts. */
function startAnswering(answers: (string | undefined)[]) {
  let count = 0;
  return startLoopback(({ path }) => {
    if (path === "/v1/models") {
      return { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"},{"id":"phi"}]}'] };
    }
    const answer = answers[count++];
    const chunks = answerChunks("local-b", [answer ?? "Half of it "]);
    return answer === undefined ? { chunks: chunks.slice(0, -1), end: "open" } : { chunks };
  });
}

type Server = ReturnType<typeof startAnswering>;

/** The messages of the questions that came. */
function messagesOf({ requests }: Server): { role: string; content: string }[][] {
  return requests.filter(({ path }) => path.endsWith("/completions"))
    .map(({ body }) => JSON.parse(body).messages.slice(1));
}

Deno.test("chat -c goes on from the last question, with its answer and its flags", async () => {
  using folder = keptFolder();
  await using server = startAnswering(["Take sharkdp/fd [1]", "Take junegunn/fzf [1]", "Yes"]);
  const place = ["--folder", folder.path];
  const flags = ["--rank", "keyword", "--provider", "local-b", "--base-url", server.base];
  const none = await runChat([...place, "-c", "more"]);
  assertEquals([none.code, none.stderr.split("\n")[0]], [
    2,
    "There is no earlier question to go on from. Leave out --continue",
  ]);
  await runChat([...place, ...flags, "fuzzy lang:go"]);
  const next = await runChat([...place, "-c", "from the terminal"]);
  assertEquals([next.code, next.stdout], [0, "Take junegunn/fzf [1]\n"]);
  // The filter stays, and both questions are searched for.
  assertMatch(next.stderr, / 1 {2}junegunn\/fzf +Go/);
  assert(!next.stderr.includes("Rust"), next.stderr);
  const [, second = []] = messagesOf(server);
  assertEquals(second.map(({ role }) => role), ["user", "assistant", "user"]);
  assertEquals(second.slice(0, 2).map(({ content }) => content), [
    "fuzzy lang:go",
    "Take sharkdp/fd",
  ]);
  assertMatch(second[2]!.content, /\n\nfrom the terminal\n/);
  await runChat([...place, "-c", "sure?"]);
  assertEquals(messagesOf(server)[2]!.length, 5);
});

Deno.test({
  name: "chat without a question opens a session on a terminal, and holds it through Ctrl+C",
  ignore: !hasTerminal,
  async fn() {
    using folder = keptFolder();
    await using server = startAnswering(["Take sharkdp/fd [1]", undefined, "Then junegunn/fzf"]);
    const flags = ["--folder", folder.path, "--rank", "keyword", "--provider", "local-b"];
    const program = startInTerminal([...flags, "--base-url", server.base], { columns: 80 });
    let lines = 0;
    /** Types where a line is asked for: what is typed before that belongs to nothing. */
    const say = async (keys: string) => {
      // Behind the mark: a prompt that the arrows draw anew is none that waits for a line.
      await program.shows("\x1b[?2004h\x1b[1G\x1b[0J> ", ++lines);
      await program.type(keys);
    };
    await program.shows("/help tells more, Ctrl+D ends.");
    await say("search files\r");
    await program.shows("Take sharkdp/fd [1]");
    // Lines that are pasted are one question.
    await say("\x1b[200~find\ncode\x1b[201~");
    await program.shows("find↵code");
    await program.type("\r");
    await program.shows("Half of");
    await program.type("\x03");
    await program.shows("Stopped.");
    await say("/new\r");
    await program.shows("The next question starts fresh.");
    // The arrow brings the question before the command.
    await say("\x1b[A\x1b[A\x1b[A in lang:go\r");
    await program.shows("Then junegunn/fzf");
    await say("/nwe\r");
    await program.shows("There is no /nwe. Did you mean /new?");
    await say("/model phi\r");
    await program.shows("phi answers from now on.");
    await say("/open\r");
    await say("/sources\r");
    await program.shows("[1] ", 2);
    // Ctrl+Z does nothing here.
    await say("half a \x1aline\x03\x04");
    const { code, raw } = await program.end();
    assertEquals(code, 0, raw);
    assert(raw.includes("half a line") && !raw.includes("cannot be paused"), raw);
    const [, second = [], third = []] = messagesOf(server);
    assertEquals(second.map(({ role }) => role), ["user", "assistant", "user"]);
    assertStringIncludes(second[2]!.content, "find\ncode\n");
    assertEquals(third.length, 1);
    assertMatch(third[0]!.content, /\n\nsearch files in lang:go\n/);
  },
});
