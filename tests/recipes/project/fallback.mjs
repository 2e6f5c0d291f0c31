// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { ask } from "./fallback.ts";

async function answerTo(prompt) {
  let said = "";
  let fellBack = false;
  const onFallback = () => fellBack = true;
  const tokens = ask(prompt, { allowModelDownload: false, onFallback });
  try {
    for await (const token of tokens) said += token;
  } catch (error) {
    said = error.code;
  }
  return [said, fellBack];
}

assert.deepEqual(await answerTo("hello"), ["Hello 🌍!\n", false]);
// Node has no graphics card for a model: the error is that of the last provider.
assert.deepEqual(await answerTo("failing"), ["unsupported", true]);
process.stdout.write("passed");
