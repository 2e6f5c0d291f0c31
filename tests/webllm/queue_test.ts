// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { EngineQueue } from "../../_internal/webllm/session/engine_queue.ts";
import { microtasks } from "./support/call.ts";

Deno.test("EngineQueue gives nobody's turn away when somebody leaves twice", async () => {
  const queue = new EngineQueue();
  const granted: string[] = [];
  const [first, second, third] = ["first", "second", "third"].map((name) => {
    const entry = queue.enter({ ends: () => false });
    entry.granted.then(() => granted.push(name));
    return entry;
  });
  queue.leave(first!);
  queue.leave(first!);
  await microtasks();
  assertEquals(granted, ["first", "second"]);
  queue.leave(second!);
  queue.leave(first!);
  await microtasks();
  assertEquals(granted, ["first", "second", "third"]);
  queue.leave(third!);
});
