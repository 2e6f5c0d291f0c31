// Copyright 2026 the Rivulet authors. MIT license.

import { streamText } from "@xsai/stream-text";
import { type Contender, PROMPT } from "../contender.ts";

export const contender: Contender = {
  async ask({ base, model, fetch, onToken }) {
    const { textStream } = streamText({
      baseURL: `${base}/v1/`,
      apiKey: "none",
      model,
      messages: [{ role: "user", content: PROMPT }],
      fetch,
    });
    for await (const token of textStream) {
      if (token) onToken(token);
    }
  },
};
