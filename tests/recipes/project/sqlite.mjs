// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { add, find } from "./sqlite.ts";

await add(["apple", "bread", "cheese"]);
assert.deepEqual(await find("butter", 1), [{ __proto__: null, text: "bread", distance: 0 }]);
process.stdout.write("passed");
