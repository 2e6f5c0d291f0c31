// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Ask your stars, in the terminal of a checkout: `deno task -q chat "question"`.
 *
 * @module
 */

import { runProgram } from "./terminal/main.ts";

await runProgram();
