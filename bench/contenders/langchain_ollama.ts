// Copyright 2026 the Rivulet authors. MIT license.

import { ChatOllama } from "@langchain/ollama";
import { type Contender, PROMPT } from "../contender.ts";

export const contender: Contender = {
  async ask({ base, model, fetch, onToken }) {
    const chat = new ChatOllama({ baseUrl: base, model, fetch });
    for await (const { text } of await chat.stream(PROMPT)) {
      if (text) onToken(text);
    }
  },
};
