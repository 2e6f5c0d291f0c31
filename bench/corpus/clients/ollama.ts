// Copyright 2026 the Rivulet authors. MIT license.

import { Ollama } from "ollama/browser";
import { MESSAGES, MODEL, type OnText, type Server } from "./question.ts";

export const protocols = ["ollama"];

export function isOnPurpose(error: unknown): boolean {
  return /Did not receive done/.test(String(error));
}

export async function ask({ base }: Server, onText: OnText): Promise<void> {
  const client = new Ollama({ host: base });
  const answer = await client.chat({ model: MODEL, stream: true, messages: MESSAGES });
  for await (const { message } of answer) onText(message?.content ?? "");
}
