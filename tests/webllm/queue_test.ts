// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { Session } from "../../_internal/webllm/session/session.ts";
import { microtasks } from "./support/call.ts";

function noEngine(): never {
  throw new Error("An engine was started");
}

Deno.test("Session gives nobody's turn away when somebody leaves twice", async () => {
  const queue = new Session(noEngine);
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
