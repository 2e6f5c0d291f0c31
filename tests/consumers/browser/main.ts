// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById } from "@rivulet/llm";

async function answer(baseUrl: string): Promise<string> {
  let text = "";
  const { tokens } = getProviderById("local-b");
  for await (const token of tokens({ baseUrl, model: "m" }, { prompt: "Hello?" })) text += token;
  return text;
}

Object.assign(globalThis, { answer });
