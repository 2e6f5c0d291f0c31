// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { ask } from "./relay_page.ts";

const [, , server] = process.argv;

async function answerTo(prompt, history) {
  let answer = "";
  for await (const token of ask(server, prompt, history)) answer += token;
  return answer;
}

assert.equal(await answerTo("hello"), "Hello 🌍!\n");
// The model is asked with the server's instruction, what was said before, and the question.
const history = [{ role: "user", content: "a" }, { role: "assistant", content: "b" }];
assert.equal(await answerTo("how many", history), "4");
await assert.rejects(answerTo("failing"), { reason: "no memory" });
for await (const _ of ask(server, "endless")) break;
