// Copyright 2026 the Rivulet authors. MIT license.

// The portable tests on Node and Bun, from the packed package.

import { test } from "node:test";
import { connectionTests } from "./connection_failures.ts";
import { nodeHost } from "./node_host.ts";
import { portableTests } from "./portable.ts";

for (const { name, run } of portableTests) test(name, () => run(nodeHost));
for (const { name, run } of connectionTests) test(name, run);
