// Copyright 2026 the Rivulet authors. MIT license.

import { MAX_LEVELS, shownJson } from "../../_shared/depth.ts";
import { asObject, isObject, type JsonObject } from "../../_shared/json.ts";
import { reasonOf } from "../../_shared/reason.ts";
import { isChunk } from "./chunk_form.ts";

/** Where servers put the number of what went wrong. */
const CODES = ["code", "status", "statusCode", "status_code", "error_code", "errcode"];

/**
 * Why a payload inside a 2xx answer says that the answer failed; undefined if it does not say so.
 */
export function failureOf(payload: unknown): string | undefined {
  // Some services wrap a failure into a list of one.
  const fields = asObject(Array.isArray(payload) ? payload[0] : payload);
  const choice = asObject(Array.isArray(fields.choices) ? fields.choices[0] : undefined);
  const holder = holdsAnything(fields.error) ? fields : choice;
  if (holdsAnything(holder.error)) return reasonOf(holder) ?? shownJson(holder.error);
  if (choice.finish_reason === "error" || fields.done_reason === "error") {
    return 'the answer ended with the finish reason "error"';
  }
  const isFailure = isRefused(fields) ||
    (!isChunk(fields) && (isEmptyObject(fields.error) || statesFailure(fields)));
  return isFailure ? reasonOf(fields) ?? shownJson(fields) : undefined;
}

/** An error without words and without a code says nothing; one without an end says something. */
function holdsAnything(value: unknown, level = 0): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "object" || value === null) return Boolean(value);
  return level === MAX_LEVELS ||
    Object.values(value).some((part) => holdsAnything(part, level + 1));
}

/** An error that is empty says something only where nothing stands beside it. */
function isEmptyObject(error: unknown): boolean {
  return isObject(error) && Object.keys(error).length === 0;
}

/** MiniMax's way to say it, beside choices that are empty. */
function isRefused({ base_resp: outcome }: JsonObject): boolean {
  const { status_code: code } = asObject(outcome);
  return holdsAnything(code) && code !== "0";
}

/** Other ways to say that something failed without an `error`. */
function statesFailure(fields: JsonObject): boolean {
  const { success, object, type, status, detail, errors } = fields;
  if (success === false || holdsAnything(detail) || holdsAnything(errors)) return true;
  const isMarked = [object, type, status].includes("error") || isErrorName(fields.code) ||
    CODES.some((name) => isErrorNumber(fields[name]));
  // A tool that failed has a status as well, and a keep-alive may have a code.
  return isMarked && reasonOf(fields) !== undefined;
}

function isErrorNumber(code: unknown): boolean {
  return typeof code === "number" && (code >= 400 || code < 0);
}

function isErrorName(code: unknown): boolean {
  return typeof code === "string" && !/^(|0|2\d\d|ok|success)$/i.test(code);
}
