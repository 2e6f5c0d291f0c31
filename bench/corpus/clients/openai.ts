// Copyright 2026 the Rivulet authors. MIT license.

import OpenAI from "openai";
import { KEY, MESSAGES, MODEL, type OnText, type Server } from "./question.ts";

export const protocols = ["chat"];

export async function ask({ base }: Server, onText: OnText): Promise<void> {
  const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: KEY, maxRetries: 0 });
  const stream = await client.chat.completions.create({
    model: MODEL,
    stream: true,
    messages: MESSAGES,
  });
  for await (const chunk of stream) onText(chunk.choices?.[0]?.delta?.content ?? "");
}
