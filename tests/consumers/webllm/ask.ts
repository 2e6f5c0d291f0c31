// Copyright 2026 the Rivulet authors. MIT license.

import { createWebLLMProvider, isWebLLMModelCached } from "@rivulet/llm/webllm";

const MODEL = "Llama-3.2-1B-Instruct-q4f32_1-MLC";

/** What a page learns of a model that it has not downloaded. */
export async function ask(worker: () => Worker): Promise<string> {
  const isHere = await isWebLLMModelCached(MODEL);
  const { tokens } = createWebLLMProvider({ worker });
  try {
    for await (const token of tokens({ baseUrl: "", model: MODEL }, { prompt: "Q" })) return token;
    return "no token";
  } catch (error) {
    return `${isHere}, ${(error as { code: string }).code}`;
  }
}
