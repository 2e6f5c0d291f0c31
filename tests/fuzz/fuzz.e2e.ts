// Copyright 2026 the Rivulet authors. MIT license.

import { assertStrictEquals } from "@std/assert";
import { checkSeed } from "./check_seed.ts";

const SEEDS = 400;

Deno.test(`the fuzz of the first ${SEEDS} seeds finds no fault and leaves nothing open`, async () => {
  for (let seed = 0; seed < SEEDS; seed++) {
    assertStrictEquals(await checkSeed(seed), undefined, `seed ${seed}`);
  }
});
