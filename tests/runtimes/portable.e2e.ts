// Copyright 2026 the Rivulet authors. MIT license.

// The portable tests on Deno, from source, each checked for what it leaves behind.

import { connectionTests } from "./connection_failures.ts";
import { nodeHost } from "./node_host.ts";
import { portableTests } from "./portable.ts";

for (const { name, run } of portableTests) Deno.test(`${name}, on Deno`, () => run(nodeHost));
for (const { name, run } of connectionTests) Deno.test(`${name}, on Deno`, run);
