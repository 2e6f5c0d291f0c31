// Copyright 2026 the Rivulet authors. MIT license.

import { isObject, type Json } from "../json.ts";
import { wordsOf } from "../words.ts";

/** Whether a value says that the answer has failed. */
export function hasFailed(payload: Json, { isChunk }: { isChunk: boolean }): boolean {
  const value = Array.isArray(payload) ? payload[0] : payload;
  if (!isObject(value)) return false;
  const choice = Array.isArray(value.choices) ? value.choices[0] : undefined;
  if (holdsAnything(value.error) || holdsAnything(choice?.error)) return true;
  if (choice?.finish_reason === "error" || value.done_reason === "error") return true;
  const outcome = value.base_resp?.status_code;
  if (holdsAnything(outcome) && outcome !== "0") return true;
  return !isChunk && statesFailure(value);
}

function statesFailure(value: Json): boolean {
  if (JSON.stringify(value.error) === "{}" || value.success === false) return true;
  if (holdsAnything(value.detail) || holdsAnything(value.errors)) return true;
  const { code, status, statusCode, status_code, error_code, errcode, object, type } = value;
  const numbers = [code, status, statusCode, status_code, error_code, errcode];
  const isMarked = numbers.some((each) => typeof each === "number" && (each >= 400 || each < 0)) ||
    (typeof code === "string" && !/^(|0|2\d\d|ok|success)$/i.test(code)) ||
    [object, type, status].includes("error");
  return isMarked && wordsOf(value) !== undefined;
}

function holdsAnything(value: Json): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Object.values(value).some(holdsAnything);
}
