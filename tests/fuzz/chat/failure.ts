// Copyright 2026 the Rivulet authors. MIT license.

import { isObject, type Json } from "../json.ts";
import { wordsOf } from "../words.ts";

/** Whether a value says plainly that the answer has failed. */
export function hasFailed(payload: Json): boolean {
  const value = first(payload);
  if (!isObject(value)) return false;
  const choice = Array.isArray(value.choices) ? value.choices[0] : undefined;
  if (holdsFailure(value.error) || holdsFailure(choice?.error)) return true;
  if (choice?.finish_reason === "error" || value.done_reason === "error") return true;
  return holdsFailure(value.base_resp?.status_code);
}

/** Whether a value that is no chunk bears the mark of a failure. */
export function isMarked(payload: Json): boolean {
  const value = first(payload);
  if (!isObject(value)) return false;
  if (
    JSON.stringify(value.error) === "{}" || value.success === false || holdsFailure(value.detail) ||
    holdsFailure(value.errors)
  ) {
    return true;
  }
  const { code, status, statusCode, status_code, error_code, errcode, object, type } = value;
  const numbers = [code, status, statusCode, status_code, error_code, errcode];
  const hasMark = numbers.some((each) => typeof each === "number" && (each >= 400 || each < 0)) ||
    (typeof code === "string" && holdsFailure(code)) || [object, type, status].includes("error");
  return hasMark && wordsOf(value) !== undefined;
}

/** Some services wrap what they say into a list of one. */
function first(payload: Json): Json {
  return Array.isArray(payload) ? payload[0] : payload;
}

const SUCCESS = ["none", "null", "undefined", "false", "no error", "no errors", "ok", "success"];
const CODES = ["code", "status", "statusCode", "status_code", "error_code", "errcode"];

/** Whether any scalar in a value is neither empty nor a word for success. */
function holdsFailure(value: Json): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "object") {
    const codes = CODES.map((name) => value[name]).filter((code) =>
      ![undefined, null, ""].includes(code)
    );
    return !codes.some((code) => !holdsFailure(code)) && Object.values(value).some(holdsFailure);
  }
  const word = String(value).trim().toLowerCase();
  return word !== "" && !SUCCESS.includes(word) && !/^(0+|2[0-9][0-9])$/.test(word);
}
