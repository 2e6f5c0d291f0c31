// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { answer } from "./agent.ts";

const calls = [];
const said = await answer("How is the weather in Oslo?", async (name, options) => {
  calls.push([name, options]);
  return "sunny";
});
assert.deepEqual(calls, [["weather", { city: "Oslo" }]]);
assert.equal(said, "It is sunny.");
process.stdout.write("passed");
