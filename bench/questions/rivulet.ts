// Copyright 2026 the Rivulet authors. MIT license.

// The first question of a program, as the README has it.

import { lmStudio } from "@rivulet/llm";
import { ANSWER, askedAt, tell } from "./told.ts";

const config = { baseUrl: Deno.args[0]!, model: "m" };
const begin = askedAt();
for await (const token of lmStudio.tokens(config, { prompt: "Q" })) {
  tell(begin, token === ANSWER);
  break;
}
