// Copyright 2026 the Rivulet authors. MIT license.

import OpenAI from "openai";
import { type Contender, PROMPT } from "../contender.ts";

export const contender: Contender = {
  async ask({ base, model, fetch, onToken }) {
    const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: "none", fetch });
    const stream = await client.chat.completions.create({
      model,
      stream: true,
      messages: [{ role: "user", content: PROMPT }],
    });
    for await (const chunk of stream) {
      const token = chunk.choices[0]?.delta.content;
      if (token) onToken(token);
    }
  },
};
