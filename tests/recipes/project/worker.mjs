// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import process from "node:process";
import { askWorker } from "./ask_worker.ts";

const start = () => new Worker(new URL("./answer_worker.ts", import.meta.url), { type: "module" });

let worker = start();
const tokens = [];
await askWorker(worker, "hello", (token) => tokens.push(token));
assert.deepEqual(tokens, ["Hello", " 🌍", "!\n"]);
await assert.rejects(askWorker(worker, "failing", () => {}), ({ message, cause }) => {
  assert.equal(message, "Provider request failed (500)");
  const { name, code, status, reason } = cause;
  assert.deepEqual([name, code, status, reason], ["ProviderError", "http", 500, "no memory"]);
  return true;
});
worker.terminate();
worker = start();
await new Promise((resolve) => void askWorker(worker, "endless", resolve));
worker.terminate();
process.stdout.write("passed");
