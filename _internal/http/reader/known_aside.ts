// Copyright 2026 the Rivulet authors. MIT license.

import { isObject, type JsonObject } from "../../core/json.ts";

/** The types of JSON that only keeps a connection open. */
const KEEP_ALIVE = /^(?:ping|pong|keep[-_]?alive|heartbeat|: ?keep-?alive)$/i;

/** What chunks have around their choices: JSON with nothing else is a chunk without a text. */
const FRAME = [
  "id",
  "object",
  "created",
  "created_at",
  "model",
  "usage",
  "timings",
  "system_fingerprint",
  "service_tier",
  "provider",
  "obfuscation",
  "prompt_filter_results",
  "stream_options",
  // Here they say that there is none.
  "error",
  "errors",
  "detail",
];

/**
 * Whether JSON that is not a chunk is known to hold nothing of an answer: a sign of life, the frame of a
 * chunk, or an empty value.
 */
export function isKnownAside(payload: unknown): boolean {
  if (!isObject(payload)) return isEmpty(payload);
  return isSignOfLife(payload) || Object.keys(payload).every((name) => FRAME.includes(name));
}

/** Whether JSON only keeps a connection open, whatever words it has for that. */
export function isSignOfLife({ type, event }: JsonObject): boolean {
  const word = type ?? event;
  return typeof word === "string" && KEEP_ALIVE.test(word);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ||
    isSignOfLife({ type: value });
}
