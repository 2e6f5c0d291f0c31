// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById } from "@rivulet/llm";

const [baseUrl = ""] = Deno.args;
const { tokens } = getProviderById("local-b");
let answer = "";
for await (const token of tokens({ baseUrl, model: "m" }, { prompt: "Hello?" })) answer += token;
await Deno.stdout.write(new TextEncoder().encode(answer));
