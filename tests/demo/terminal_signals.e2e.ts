// Copyright 2026 the Rivulet authors. MIT license.

// How the terminal program ends where it is told to.

import { assert, assertEquals, assertMatch } from "@std/assert";
import { answerChunks } from "../support/ask.ts";
import { startChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";
import { hasTerminal, startInTerminal } from "../support/pseudo_terminal.ts";

const ignore = Deno.build.os === "windows";

/** A server that begins an answer and does not go on. */
function startHalting() {
  return startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] }
      : { chunks: answerChunks("local-b", ["Take "]).slice(0, -1), end: "open" }
  );
}

function argsFor(base: string): string[] {
  return ["--rank", "keyword", "--provider", "local-b", "--base-url", base, "search code"];
}

const signals: [signal: Deno.Signal, code: number][] = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGQUIT", 131],
];

for (const [signal, code] of signals) {
  Deno.test({
    name: `chat keeps at ${signal} what has come, says that it has stopped, and exits with ${code}`,
    ignore,
    async fn() {
      await using server = startHalting();
      const program = startChat(argsFor(server.base));
      const reader = program.stdout.getReader();
      assertEquals(new TextDecoder().decode((await reader.read()).value), "Take ");
      const stderr = new Response(program.stderr).text();
      program.kill(signal);
      // As `deno task` does, which gets the signal of the terminal too.
      program.kill(signal);
      assertMatch(await stderr, /\nStopped\.\n$/);
      assertEquals((await program.status).code, code);
      while (!(await reader.read()).done);
    },
  });
}

Deno.test({
  name: "chat hears a signal in the middle of a token as long as a line may be",
  ignore,
  async fn() {
    const length = 15_000_000;
    await using server = await startLoopback(({ path }) =>
      path === "/v1/models"
        ? { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] }
        : { chunks: answerChunks("local-b", ["word ".repeat(length / 5)]) }
    );
    const program = startChat(argsFor(server.base));
    const reader = program.stdout.getReader();
    const stderr = new Response(program.stderr).text();
    let read = (await reader.read()).value!.length;
    // It cannot go on before its output is read.
    program.kill("SIGINT");
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      read += value.length;
    }
    assertMatch(await stderr, /\nStopped\.\n$/);
    assertEquals((await program.status).code, 130);
    assert(read < length / 2, `${read} characters were written`);
  },
});

Deno.test({
  name: "chat does not pause at Ctrl+Z, which deno task would not survive",
  ignore,
  async fn() {
    await using server = startHalting();
    const program = startChat(argsFor(server.base));
    const reader = program.stdout.getReader();
    await reader.read();
    const stderr = new Response(program.stderr).text();
    program.kill("SIGTSTP");
    program.kill("SIGINT");
    assertMatch(await stderr, /\ndeno task cannot be paused\. Ctrl\+C stops it\.\nStopped\.\n$/);
    assertEquals((await program.status).code, 130);
    while (!(await reader.read()).done);
  },
});

Deno.test({
  name: "chat says how a question ends that is typed, and writes nothing between",
  ignore: !hasTerminal,
  async fn() {
    const program = startInTerminal(["--matches", "-"], { columns: 80 });
    await program.shows("Ctrl+D on a line of its own ends it.");
    await program.type("search ");
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await program.type("code\r");
    await program.shows("search code");
    await program.type("\x04");
    const { code, raw } = await program.end();
    assertEquals(code, 0);
    assert(raw.includes("search code\r\n"), raw);
    assert(raw.includes("BurntSushi/ripgrep"), raw);
  },
});
