// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, asText, isObject, type JsonObject } from "../../_shared/json.ts";
import { reasonOf } from "../../_shared/reason.ts";
import { isChunk } from "./chunk_form.ts";

/**
 * Why a payload inside a 2xx answer says that the answer failed; undefined if it does not say so.
 * `hasText`: whether it also holds a text of the answer.
 */
export function failureOf(payload: unknown, hasText: boolean): string | undefined {
  // Some services wrap a failure into a list of one.
  const fields = asObject(Array.isArray(payload) ? payload[0] : payload);
  const choice = asObject(Array.isArray(fields.choices) ? fields.choices[0] : undefined);
  for (const holder of [fields, choice]) {
    if (isError(holder.error, hasText)) return reasonOf(holder) ?? JSON.stringify(holder.error);
  }
  if (choice.finish_reason === "error") return 'the answer ended with finish_reason "error"';
  if (isRefused(fields) || (!isChunk(fields) && statesFailure(fields))) {
    return reasonOf(fields) ?? JSON.stringify(fields);
  }
  return undefined;
}

/** An error without words and without a code says nothing; an empty object alone is one. */
function isError(error: unknown, hasText: boolean): boolean {
  if (isObject(error) && Object.keys(error).length === 0) return !hasText;
  return holdsAnything(error);
}

function holdsAnything(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Object.values(value).some(holdsAnything);
}

/** MiniMax's way to say it, beside choices that are empty. */
function isRefused({ base_resp: outcome }: JsonObject): boolean {
  return holdsAnything(asObject(outcome).status_code);
}

/** Other ways to say that something failed without an `error`. */
function statesFailure({ success, code, message, detail, errors, ...fields }: JsonObject): boolean {
  return success === false || [fields.object, fields.type, fields.status].includes("error") ||
    (isErrorCode(code) && asText(message) !== undefined) || holdsAnything(detail) ||
    holdsAnything(errors);
}

function isErrorCode(code: unknown): boolean {
  if (typeof code === "number") return code >= 400;
  return typeof code === "string" && !/^(|0|2\d\d|ok|success)$/i.test(code);
}
