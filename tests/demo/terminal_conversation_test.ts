// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { historyOf, lastTurns } from "../../demo/terminal/conversation.ts";
import { PastedLines, withLineEnds } from "../../demo/terminal/pasted_lines.ts";

Deno.test("historyOf() tells the model what was said, without numbers that mean others now", () => {
  const turns = [{
    question: "which?",
    filters: "",
    answer: "Take a/b [1]: it is fast [2, 3]. See [2](https://x.test) and a[0].",
  }];
  assertEquals(historyOf(turns), [
    { role: "user", content: "which?" },
    {
      role: "assistant",
      content: "Take a/b: it is fast. See [2](https://x.test) and a.",
    },
  ]);
});

Deno.test("lastTurns() leaves out the oldest where there is too much", () => {
  const turn = (question: string, length: number) => ({
    question,
    filters: "",
    answer: "x".repeat(length),
  });
  const turns = [turn("a", 100), turn("b", 7000), turn("c", 900)];
  assertEquals(lastTurns(turns).map(({ question }) => question), ["b", "c"]);
  assertEquals(lastTurns([turn("a", 9000)]), []);
});

const PASTED = "one\r\ntwo\rthree\nfour\x1b[201~b\r";

Deno.test("PastedLines makes one line of what is pasted, however it is cut", () => {
  for (const length of [1, 2, 3, 7, 100]) {
    const keys = new PastedLines(() => {});
    const pieces = PASTED.match(new RegExp(`[^]{1,${length}}`, "g"))!;
    const line = ["a\x1b[2", "00~", ...pieces].map((piece) => keys.edit(piece)).join("");
    // CR and LF that come apart are two line ends.
    assertStrictEquals(
      withLineEnds(line).replace("\n\n", "\n"),
      "aone\ntwo\nthree\nfourb\r",
      String(length),
    );
  }
});

Deno.test("PastedLines hands keys on at once, also Esc and the arrows", () => {
  const keys = new PastedLines(() => {});
  for (const key of ["x", "\x1b", "\x1b[A", "\x1b[3~", "\r", "\x03"]) {
    assertStrictEquals(keys.edit(key), key);
  }
  assert(keys.isTTY);
});
