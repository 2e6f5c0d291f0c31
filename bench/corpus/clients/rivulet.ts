// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById } from "@rivulet/llm/providers";
import { KEY, MODEL, type OnText, PROMPT, type Server } from "./question.ts";

export async function ask({ base, protocol }: Server, onText: OnText): Promise<void> {
  const provider = getProviderById(protocol === "chat" ? "standard-compatible" : "local-a");
  const config = { baseUrl: base, model: MODEL, apiKey: KEY };
  for await (const token of provider.tokens(config, { prompt: PROMPT })) onText(token);
}
