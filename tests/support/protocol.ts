// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, getProviderDefinitions, type LLMProviderId } from "@rivulet/llm";

/** How a server writes an answer, piece by piece. */
export interface Protocol {
  readonly path: string;
  /** A line that holds this text, which is JSON unless it is to be skipped. */
  line(json: string): string;
  token(content: string): string;
  reasoning(text: string, content?: string): string;
  /** The end marker. */
  readonly end: string;
}

const completions: Protocol = {
  path: "/v1/chat/completions",
  line: (json) => `data: ${json}\n\n`,
  token: (content) => completions.line(JSON.stringify({ choices: [{ delta: { content } }] })),
  reasoning: (text, content = "") =>
    completions.line(
      JSON.stringify({ choices: [{ delta: { content, "reasoning_content": text } }] }),
    ),
  end: "data: [DONE]\n\n",
};

const ollama: Protocol = {
  path: "/api/chat",
  line: (json) => `${json}\n`,
  token: (content) => ollama.line(JSON.stringify({ message: { content }, done: false })),
  reasoning: (thinking, content = "") =>
    ollama.line(JSON.stringify({ message: { content, thinking } })),
  end: '{"done":true}\n',
};

const spoken = new Map(
  await Promise.all(
    getProviderDefinitions().map(async ({ id }) => [id, await spokenBy(id)] as const),
  ),
);

/** The protocol of a provider that is reached over HTTP. */
export function protocolOf(id: LLMProviderId): Protocol {
  return spoken.get(id)!;
}

/** Told by the path that the provider asks, so that a new one needs no line here. */
async function spokenBy(id: LLMProviderId): Promise<Protocol> {
  const { stream, definition } = getProviderById(id);
  let asked = "";
  const fetch = (url: string) => {
    asked = new URL(url).pathname;
    return Promise.reject(new Error("only asked for its path"));
  };
  const config = { baseUrl: "http://localhost", model: "m", apiKey: "key", fetch };
  const request = { prompt: "", contextSnippets: [], onToken: () => {} };
  if (definition.defaultBaseUrl !== "") {
    await stream(config, { ...request, signal: new AbortController().signal }).catch(() => {});
  }
  return asked === ollama.path ? ollama : completions;
}

/** The lines of an answer with these tokens; the last one is the end marker. */
export function answerChunks(id: LLMProviderId, tokens: string[]): string[] {
  const { token, end } = protocolOf(id);
  return [...tokens.map(token), end];
}
