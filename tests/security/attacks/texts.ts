// Copyright 2026 the Rivulet authors. MIT license.

// Lines of answers. What reads one protocol knows the lines of the other.

/** A line of Ollama's protocol. */
export function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** An event of OpenAI's. */
export function event(value: unknown): string {
  return `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
}

/** An event that brings a part of an answer. */
export function delta(part: object, choice: object = {}): string {
  return event({ choices: [{ index: 0, delta: part, ...choice }] });
}

export const TOKEN = line({ message: { content: "a" } });
export const END = line({ done: true, done_reason: "stop" });
export const DONE = "data: [DONE]\n\n";
