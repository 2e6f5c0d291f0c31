// Copyright 2026 the Rivulet authors. MIT license.

// What one JSON text of an answer says, by the rules of either protocol.

import { isObject, type Json, parseSpelled } from "../json.ts";
import { hasFailed, isMarked } from "./failure.ts";

export type Protocol = "sse" | "ndjson";

/** What a JSON text says; a field that is not there says nothing. */
export interface Part {
  token?: string | undefined;
  reasoning?: string | undefined;
  failed?: boolean;
  /** Whether it may have failed, and says nothing else. */
  marked?: boolean;
  /** Whether it is a chunk that says nothing. */
  silent?: boolean;
  /** Whether it has a finish reason. */
  finished?: boolean;
  done?: boolean;
  /** Whether it tells how the answer went: a finish reason or a count of tokens. */
  summary?: boolean;
}

/**
 * Reads a JSON text in a body of this protocol, which may hold chunks of the other one; one that is
 * malformed says nothing.
 */
export function readPayload(json: string, protocol: Protocol): Part {
  const payload = parseSpelled(json);
  if (payload === undefined) return {};
  const part = readForm(payload, protocol);
  const marked = !says(part) && !isChunk(first(payload)) && isMarked(payload);
  return marked ? { marked } : part;
}

function readForm(payload: Json, protocol: Protocol): Part {
  if (protocol === "sse") {
    return !hasChoices(payload) && isOllama(payload) ? ollama(payload) : completion(payload);
  }
  const part = ollama(payload);
  return part.token === undefined && hasChoices(payload) ? completion(payload) : part;
}

export function says({ token, reasoning, failed, marked, done, summary }: Part): boolean {
  return Boolean(token || reasoning || failed || marked || done || summary);
}

export function hasChoices(payload: Json): boolean {
  return isObject(payload) && Array.isArray(payload.choices);
}

/** Whether a value has the form of a piece of an answer. */
export function isChunk(payload: Json): boolean {
  return hasChoices(payload) || isOllama(payload);
}

function isOllama(payload: Json): boolean {
  return isObject(payload) &&
    (isObject(payload.message) ||
      (payload.response !== undefined && !isObject(payload.response)) ||
      (payload.done !== undefined && isLast(payload)));
}

/** Whether a line that says \`done\` is the last one of Ollama's, and no step of an agent's. */
function isLast(payload: Json): boolean {
  const names = Object.keys(payload);
  return names.length === 1 ||
    ["model", "done_reason", "eval_count", "error"].some((name) => names.includes(name));
}

function completion(payload: Json): Part {
  const choice = hasChoices(payload) ? payload.choices[0] : undefined;
  return {
    token: content(choice?.delta?.content) ?? content(choice?.message?.content),
    reasoning: reasoning(choice?.delta) ?? reasoning(choice?.message),
    failed: hasFailed(payload),
    finished: isText(choice?.finish_reason),
    summary: isText(choice?.finish_reason) || isCount(payload?.usage?.prompt_tokens) ||
      isCount(payload?.usage?.completion_tokens),
  };
}

function ollama(payload: Json): Part {
  return {
    token: content(payload?.message?.content) ?? content(payload?.response),
    reasoning: reasoning(payload?.message) ?? reasoning(payload),
    failed: hasFailed(payload),
    done: payload?.done === true,
    finished: isText(payload?.done_reason),
    summary: isText(payload?.done_reason) || isCount(payload?.prompt_eval_count) ||
      isCount(payload?.eval_count),
  };
}

/** Some services wrap what they say into a list of one. */
function first(payload: Json): Json {
  return Array.isArray(payload) ? payload[0] : payload;
}

function content(value: Json): string | undefined {
  if (["string", "number", "boolean"].includes(typeof value)) return String(value);
  if (!Array.isArray(value)) return undefined;
  return value.map((part) => (part?.type ?? "text") === "text" ? content(part?.text) : "").join("");
}

function reasoning(message: Json): string | undefined {
  const named = [message?.reasoning_content, message?.reasoning, message?.thinking].find(isText);
  if (named !== undefined || !Array.isArray(message?.content)) return named;
  const parts = message.content.filter((part: Json) => part?.type === "thinking");
  return parts.map((part: Json) => content(part.thinking)).join("") || undefined;
}

function isText(value: Json): boolean {
  return typeof value === "string" && value !== "";
}

function isCount(value: Json): boolean {
  return typeof value === "number";
}
