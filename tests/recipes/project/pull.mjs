// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { pull } from "./pull.ts";

const steps = [];
await pull("all-minilm", (step) => steps.push(step));
assert.deepEqual(steps, [
  { status: "pulling manifest" },
  { status: "pulling 🌍", total: 2, completed: 1 },
  { status: "success" },
]);
await assert.rejects(pull("unknown", () => {}), { message: "file does not exist" });
await assert.rejects(pull("", () => {}), { message: "invalid model name" });
process.stdout.write("passed");
