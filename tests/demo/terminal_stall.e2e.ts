// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { answerChunks } from "../support/ask.ts";
import { startChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";
import { hasTerminal, startInTerminal } from "../support/pseudo_terminal.ts";
import { realScreenOf } from "../support/real_screen.ts";

const WORDS = "For code, start with BurntSushi/ripgrep: it skips what gitignore lists ".split(
  /(?<= )/,
);
const REST = ["and is fast. ", "漢字 too.\n\nThe end."];

/** A server that halts in the middle of its answer until it is told to go on. */
function startHalting() {
  const goesOn = Promise.withResolvers<void>();
  const [first, rest] = [answerChunks("local-b", WORDS), answerChunks("local-b", REST)];
  const server = startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] }
      // Without the end mark of the first half.
      : { chunks: [...first.slice(0, -1), goesOn.promise, ...rest] }
  );
  return Object.assign(server, { goOn: () => goesOn.resolve() });
}

function argsFor(base: string): string[] {
  return ["--rank", "keyword", "--provider", "local-b", "--base-url", base, "search code"];
}

for (const columns of [40, 80]) {
  Deno.test({
    name:
      `chat says at ${columns} columns that an answer halts, and the answer is whole after that`,
    ignore: !hasTerminal,
    async fn() {
      await using server = startHalting();
      const program = startInTerminal(argsFor(server.base), { columns });
      await program.shows("Still waiting · 6 s");
      server.goOn();
      const { code, raw } = await program.end();
      assertEquals(code, 0);
      const halted = raw.slice(0, raw.indexOf("Still waiting · 6 s") + 19);
      const [line] = (await realScreenOf(halted, { columns })).filter(Boolean).slice(-1);
      assertEquals(line, "Still waiting · 6 s");
      const screen = await realScreenOf(raw, { columns });
      const text = screen.join("\n");
      assert(!text.includes("Still waiting"), text);
      const answer = text.slice(text.indexOf("For code"), text.indexOf("The end."));
      assertEquals(answer.split(/\s+/).join(" "), `${WORDS.join("")}and is fast. 漢字 too. `);
      for (const line of screen) assert(line.length <= columns, line);
    },
  });
}

Deno.test({
  name: "chat that is stopped in a halt keeps what has come",
  ignore: !hasTerminal,
  async fn() {
    await using server = startHalting();
    const program = startInTerminal(argsFor(server.base), { columns: 80 });
    await program.shows("Still waiting · 5 s");
    await program.type("\x03");
    const { code, raw } = await program.end();
    server.goOn();
    assertEquals(code, 130);
    const text = (await realScreenOf(raw, { columns: 80 })).join("\n");
    assertMatch(text, /it skips what gitignore lists\n+(\^C)?Stopped\.\n/);
    assert(!text.includes("Still waiting"), text);
  },
});

Deno.test("chat tells of a halt beside a pipe once, and writes nothing of it into the answer", async () => {
  await using server = startHalting();
  const program = startChat(argsFor(server.base));
  const stdout = new Response(program.stdout).text();
  let stderr = "";
  for await (const text of program.stderr.pipeThrough(new TextDecoderStream())) {
    stderr += text;
    if (stderr.includes("Still waiting · 5 s")) server.goOn();
  }
  assertEquals((await program.status).code, 0);
  assertEquals(await stdout, `${[...WORDS, ...REST].join("")}\n`);
  assertStringIncludes(stderr, "\nStill waiting · 5 s\n");
  assertEquals(stderr.split("Still waiting").length, 2);
});
