// Copyright 2026 the Rivulet authors. MIT license.

/** A remote service that many have a key for. */
export interface Service {
  readonly name: string;
  readonly address: string;
}

/** The services to offer; all speak the chat completions protocol. */
export const SERVICES: readonly Service[] = [
  { name: "OpenAI", address: "https://api.openai.com" },
  { name: "OpenRouter", address: "https://openrouter.ai/api" },
  { name: "Groq", address: "https://api.groq.com/openai" },
  { name: "Mistral", address: "https://api.mistral.ai" },
  {
    name: "Gemini",
    // The whole address: it has no /v1 before it.
    address: "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
  },
];
