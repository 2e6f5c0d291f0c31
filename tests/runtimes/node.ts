// Copyright 2026 the Rivulet authors. MIT license.

// The portable tests on Node and Bun, from the packed package, and what only programs can do.

import { test } from "node:test";
import { nodeHost } from "./node_host.ts";
import { checkProxy } from "./node_proxy.ts";
import { portableTests } from "./portable.ts";

for (const { name, run } of portableTests) test(name, () => run(nodeHost));

for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
  test(`a proxy of the environment sees no request to ${host}`, () => checkProxy(host));
}

if ("Deno" in globalThis) {
  test("a proxy of the environment sees no request where the environment cannot be read", () =>
    checkProxy("localhost", ["--allow-net"]));
}
