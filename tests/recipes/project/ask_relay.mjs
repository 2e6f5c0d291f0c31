// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { ask } from "./relay_page.ts";

const [, , server] = process.argv;
let answer = "";
for await (const token of ask(server, "hello")) answer += token;
assert.equal(answer, "Hello 🌍!\n");
await assert.rejects(async () => {
  for await (const _ of ask(server, "failing"));
}, { reason: "no memory" });
for await (const _ of ask(server, "endless")) break;
