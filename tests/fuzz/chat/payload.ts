// Copyright 2026 the Rivulet authors. MIT license.

// What one JSON value of an answer says, by the rules of either protocol.

import { isObject, type Json } from "../json.ts";
import { wordsOf } from "../words.ts";

export type Protocol = "sse" | "ndjson";

/** What a value says; a field that is not there says nothing. */
export interface Part {
  token?: string | undefined;
  reasoning?: string | undefined;
  failed?: boolean;
  done?: boolean;
  /** Whether it tells how the answer went: a finish reason or a count of tokens. */
  summary?: boolean;
}

/** Reads a value in a body of this protocol, which may hold chunks of the other one. */
export function readPayload(payload: Json, protocol: Protocol): Part {
  if (protocol === "sse") {
    return !hasChoices(payload) && isOllama(payload) ? ollama(payload) : completion(payload);
  }
  const part = ollama(payload);
  return part.token === undefined && hasChoices(payload) ? completion(payload) : part;
}

export function says({ token, reasoning, failed, done, summary }: Part): boolean {
  return Boolean(token || reasoning || failed || done || summary);
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
    (isObject(payload.message) || payload.response !== undefined || payload.done !== undefined);
}

function completion(payload: Json): Part {
  const choice = hasChoices(payload) ? payload.choices[0] : undefined;
  const token = content(choice?.delta?.content) ?? content(choice?.message?.content);
  return {
    token,
    reasoning: reasoning(choice?.delta) ?? reasoning(choice?.message),
    failed: hasFailed(payload),
    summary: isText(choice?.finish_reason) || isCount(payload?.usage?.prompt_tokens) ||
      isCount(payload?.usage?.completion_tokens),
  };
}

function ollama(payload: Json): Part {
  const token = content(payload?.message?.content) ?? content(payload?.response);
  return {
    token,
    reasoning: reasoning(payload?.message) ?? reasoning(payload),
    failed: hasFailed(payload),
    done: payload?.done === true,
    summary: isText(payload?.done_reason) || isCount(payload?.prompt_eval_count) ||
      isCount(payload?.eval_count),
  };
}

function content(value: Json): string | undefined {
  if (["string", "number", "boolean"].includes(typeof value)) return String(value);
  if (!Array.isArray(value)) return undefined;
  return value.map((part) => (part?.type ?? "text") === "text" ? content(part?.text) : "").join("");
}

function reasoning(message: Json): string | undefined {
  return [message?.reasoning_content, message?.reasoning, message?.thinking]
    .filter((value) => isText(value) || isCount(value)).map(String)[0];
}

/** Whether a value says that the answer has failed. */
export function hasFailed(payload: Json): boolean {
  const value = Array.isArray(payload) ? payload[0] : payload;
  if (!isObject(value)) return false;
  const choice = hasChoices(value) ? value.choices[0] : undefined;
  if (holdsAnything(value.error) || holdsAnything(choice?.error)) return true;
  if (choice?.finish_reason === "error" || value.done_reason === "error") return true;
  const refusal = value.base_resp?.status_code;
  if (holdsAnything(refusal) && refusal !== "0") return true;
  return !isChunk(value) && statesFailure(value);
}

function statesFailure(value: Json): boolean {
  const isEmptyError = isObject(value.error) && Object.keys(value.error).length === 0;
  if (isEmptyError || value.success === false) return true;
  if (holdsAnything(value.detail) || holdsAnything(value.errors)) return true;
  const numbers = ["code", "status", "statusCode", "status_code", "error_code", "errcode"];
  const isMarked = ["object", "type", "status"].some((name) => value[name] === "error") ||
    numbers.some((name) => isCount(value[name]) && (value[name] >= 400 || value[name] < 0)) ||
    (typeof value.code === "string" && !/^(|0|2\d\d|ok|success)$/i.test(value.code));
  return isMarked && wordsOf(value) !== undefined;
}

function holdsAnything(value: Json): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Object.values(value).some(holdsAnything);
}

function isText(value: Json): boolean {
  return typeof value === "string" && value !== "";
}

function isCount(value: Json): boolean {
  return typeof value === "number";
}
