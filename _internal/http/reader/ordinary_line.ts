// Copyright 2026 the Rivulet authors. MIT license.

import type { JsonObject } from "../../core/json.ts";
import type { ReadChoice } from "./chunk_form.ts";
import { endsInHalf } from "./surrogate_joiner.ts";

// The line with which nearly all tokens come: a chunk that holds a text and nothing else. Whatever
// else a chunk may say is looked for only where a field is there that nobody has listed here.

/** The fields beside the text of a chunk that do not matter for the answer. */
const COMPLETION = new Set([
  "choices",
  "created",
  "id",
  "model",
  "object",
  "obfuscation",
  "provider",
  "service_tier",
  "system_fingerprint",
]);
const CHOICE = new Set(["delta", "index", "logprobs"]);
const OLLAMA = new Set(["created_at", "done", "message", "model"]);
const MESSAGE = new Set(["content", "role"]);

/**
 * The token of an ordinary line of either protocol, `""` for the blank line between two events and
 * for a chunk of a completion without a text. Undefined for any other line, and for a chunk of
 * another choice.
 */
export function ordinaryToken(line: string, choice: ReadChoice): string | undefined {
  if (line === "") return line;
  const isData = line.startsWith("data: {");
  if (!isData && !line.startsWith("{")) return undefined;
  let payload: JsonObject;
  try {
    payload = JSON.parse(isData ? line.slice(6) : line);
  } catch {
    return undefined;
  }
  return isData ? tokenOfCompletion(payload, choice) : tokenOfOllama(payload);
}

function tokenOfCompletion(payload: JsonObject, read: ReadChoice): string | undefined {
  const { choices } = payload;
  if (!Array.isArray(choices) || choices.length !== 1) return undefined;
  const choice = choices[0] as Partial<Record<string, JsonObject>> | null;
  const index: unknown = choice?.index;
  if (index !== undefined && typeof index !== "number") return undefined;
  const token = holdsOnly(payload, COMPLETION) && holdsOnly(choice, CHOICE)
    ? textOf(choice?.delta)
    : undefined;
  // Asked last: a line that is not ordinary does not say here which choice is read.
  return token !== undefined && read.takes(index) ? token : undefined;
}

/** Undefined if there is no text: such a line may be the last one. */
function tokenOfOllama(payload: JsonObject): string | undefined {
  const isLast = payload.done === true;
  return !isLast && holdsOnly(payload, OLLAMA) ? textOf(payload.message) || undefined : undefined;
}

/** A text that ends in half of a character waits for the other half. */
function textOf(message: unknown): string | undefined {
  if (typeof message !== "object" || !holdsOnly(message, MESSAGE)) return undefined;
  const content = (message as { content?: unknown } | null)?.content ?? "";
  if (typeof content !== "string") return undefined;
  return endsInHalf(content) ? undefined : content;
}

/** Whether an object has no other field that says anything. */
function holdsOnly(value: object | null, names: ReadonlySet<string>): boolean {
  for (const name in value) {
    if (!names.has(name) && (value as JsonObject)[name] !== null) return false;
  }
  return true;
}
