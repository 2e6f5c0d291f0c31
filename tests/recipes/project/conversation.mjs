// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { ask } from "./conversation.ts";

async function answerTo(prompt) {
  let answer = "";
  for await (const token of ask(prompt)) answer += token;
  return answer;
}

// The instruction and the question; then two more for each turn before.
assert.deepEqual([await answerTo("how many"), await answerTo("how many")], ["2", "4"]);
await answerTo(`how many ${"long ".repeat(5000)}`);
assert.equal(await answerTo("how many"), "2");
process.stdout.write("passed");
