// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById } from "@rivulet/llm/providers";
import { type Contender, PROMPT } from "../contender.ts";

const events = getProviderById("standard-compatible");
const lines = getProviderById("local-a");

export const contender: Contender = {
  async ask({ protocol, base, model, fetch, onToken }) {
    const config = { baseUrl: base, model, apiKey: "none", fetch };
    const { signal } = new AbortController();
    const tokens = (protocol === "sse" ? events : lines).tokens(config, { prompt: PROMPT, signal });
    for await (const token of tokens) onToken(token);
  },
};
