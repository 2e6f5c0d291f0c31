// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById } from "@rivulet/llm/providers";
import { type Contender, PROMPT } from "../contender.ts";

const events = getProviderById("standard-compatible");
const lines = getProviderById("local-a");

export const contender: Contender = {
  ask({ protocol, base, model, fetch, onToken }) {
    const config = { baseUrl: base, model, apiKey: "none", fetch };
    const { signal } = new AbortController();
    return (protocol === "sse" ? events : lines)
      .stream(config, { prompt: PROMPT, contextSnippets: [], signal, onToken });
  },
};
