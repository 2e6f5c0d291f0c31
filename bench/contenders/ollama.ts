// Copyright 2026 the Rivulet authors. MIT license.

import { Ollama } from "ollama/browser";
import { type Contender, PROMPT } from "../contender.ts";

export const contender: Contender = {
  async ask({ base, model, fetch, onToken }) {
    const client = new Ollama({ host: base, fetch });
    const messages = [{ role: "user", content: PROMPT }];
    for await (const { message } of await client.chat({ model, stream: true, messages })) {
      if (message.content) onToken(message.content);
    }
  },
  async embed({ base, model, texts }) {
    return (await new Ollama({ host: base }).embed({ model, input: texts })).embeddings;
  },
};
