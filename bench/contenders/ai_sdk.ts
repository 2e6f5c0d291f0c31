// Copyright 2026 the Rivulet authors. MIT license.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import { type Contender, PROMPT } from "../contender.ts";

export const contender: Contender = {
  async ask({ base, model, fetch, onToken }) {
    const provider = createOpenAICompatible({
      name: "bench",
      baseURL: `${base}/v1`,
      apiKey: "none",
      fetch,
    });
    const { textStream } = streamText({ model: provider(model), prompt: PROMPT });
    for await (const token of textStream) {
      if (token) onToken(token);
    }
  },
};
