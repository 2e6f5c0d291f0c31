// Copyright 2026 the Rivulet authors. MIT license.

import { streamText } from "@xsai/stream-text";
import { KEY, MESSAGES, MODEL, type OnText, type Server } from "./question.ts";

export const protocols = ["chat"];

export async function ask({ base }: Server, onText: OnText): Promise<void> {
  const { textStream } = streamText({
    baseURL: `${base}/v1/`,
    apiKey: KEY,
    model: MODEL,
    messages: MESSAGES,
  });
  for await (const text of textStream) onText(text);
}
