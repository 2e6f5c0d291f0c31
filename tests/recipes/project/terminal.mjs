// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { recent } from "./window.ts";

function chat(...lines) {
  const input = lines.map((line) => `${line}\n`).join("");
  return spawnSync(process.execPath, ["terminal.ts"], { input, encoding: "utf8", timeout: 30_000 });
}

// The instruction and the question; then two more for each turn before that was answered.
const { stdout, stderr, status } = chat("how many", "how many", "failing", "how many");
assert.equal(stdout, "> 2\n> 4\n> \n> 6\n> ");
assert.equal(stderr, "Provider request failed (500)\n");
assert.equal(status, 0);

const turn = [{ role: "user", content: "1234" }, { role: "assistant", content: "56789" }];
const last = [{ role: "user", content: "x" }, { role: "assistant", content: "y" }];
assert.deepEqual(recent([...turn, ...last], 11), [...turn, ...last]);
assert.deepEqual(recent([...turn, ...last], 10), last);
assert.deepEqual(recent([...turn, ...last], 1), []);
process.stdout.write("passed");
