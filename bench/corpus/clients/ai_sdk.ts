// Copyright 2026 the Rivulet authors. MIT license.

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { streamText } from "ai";
import { KEY, MODEL, type OnText, PROMPT, type Server } from "./question.ts";

export const protocols = ["chat"];

export function isOnPurpose(error: unknown): boolean {
  return /without a finish reason/.test(String(error));
}

export async function ask({ base }: Server, onText: OnText): Promise<void> {
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
}
