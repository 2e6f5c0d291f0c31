// Copyright 2026 the Rivulet authors. MIT license.

// The clients that the wire cases are run against, each as its readme uses it, without retries, and
// with the error that it documents.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { getProviderById } from "@rivulet/llm/providers";
import { streamText as streamXsai } from "@xsai/stream-text";
import { streamText } from "ai";
import { Ollama } from "ollama/browser";
import OpenAI from "openai";
import type { Client } from "../../tests/cases/run.ts";

const MODEL = "test-model";
const KEY = "test-key";
const PROMPT = "Why is the sky blue?";
const MESSAGES = [{ role: "user" as const, content: PROMPT }];

const rivulet: Client = {
  async ask({ base, protocol }, onText) {
    const provider = getProviderById(protocol === "chat" ? "standard-compatible" : "local-a");
    const config = { baseUrl: base, model: MODEL, apiKey: KEY };
    for await (const token of provider.tokens(config, { prompt: PROMPT })) onText(token);
  },
};

const openai: Client = {
  protocols: ["chat"],
  async ask({ base }, onText) {
    const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: KEY, maxRetries: 0 });
    const stream = await client.chat.completions.create({
      model: MODEL,
      stream: true,
      messages: MESSAGES,
    });
    for await (const chunk of stream) onText(chunk.choices?.[0]?.delta?.content ?? "");
  },
};

const aiSdk: Client = {
  protocols: ["chat"],
  isOnPurpose: (error) => /without a finish reason/.test(String(error)),
  async ask({ base }, onText) {
    const provider = createOpenAICompatible({ name: "test", baseURL: `${base}/v1`, apiKey: KEY });
    const { fullStream } = streamText({
      model: provider(MODEL),
      prompt: PROMPT,
      maxRetries: 0,
      onError() {},
    });
    // Its textStream tells no errors; they are parts of the whole stream.
    for await (const part of fullStream) {
      if (part.type === "error") throw part.error;
      if (part.type === "text-delta") onText(part.text);
    }
  },
};

const xsai: Client = {
  protocols: ["chat"],
  async ask({ base }, onText) {
    const { textStream } = streamXsai({
      baseURL: `${base}/v1/`,
      apiKey: KEY,
      model: MODEL,
      messages: MESSAGES,
    });
    for await (const text of textStream) onText(text);
  },
};

const ollama: Client = {
  protocols: ["ollama"],
  isOnPurpose: (error) => /Did not receive done/.test(String(error)),
  async ask({ base }, onText) {
    const client = new Ollama({ host: base });
    const answer = await client.chat({ model: MODEL, stream: true, messages: MESSAGES });
    for await (const { message } of answer) onText(message?.content ?? "");
  },
};

/** By the names that the table shows. */
export const CLIENTS: Readonly<Record<string, Client>> = {
  "Rivulet": rivulet,
  "openai": openai,
  "AI SDK": aiSdk,
  "xsai": xsai,
  "ollama": ollama,
};
