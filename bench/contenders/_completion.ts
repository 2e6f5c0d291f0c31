// Copyright 2026 the Rivulet authors. MIT license.

import { PROMPT, type Question } from "../contender.ts";

/** Sends a chat completion request, for the libraries that only read its answer. */
export function requestCompletion({ base, model, fetch }: Question): Promise<Response> {
  return fetch(`${base}/v1/chat/completions`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ model, stream: true, messages: [{ role: "user", content: PROMPT }] }),
  });
}
