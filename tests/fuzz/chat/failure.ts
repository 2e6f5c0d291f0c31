// Copyright 2026 the Rivulet authors. MIT license.

import { isObject, type Json } from "../json.ts";
import { wordsOf } from "../words.ts";

/** Whether a value says plainly that the answer has failed. */
export function hasFailed(payload: Json): boolean {
  const value = first(payload);
  if (!isObject(value)) return false;
  const choice = Array.isArray(value.choices) ? value.choices[0] : undefined;
  if (holdsFailure(value.error) || holdsFailure(choice?.error)) return true;
  if (isObject(value.x_groq) && holdsFailure(value.x_groq.error)) return true;
  if (choice?.finish_reason === "error" || value.done_reason === "error") return true;
  if (["response.failed", "response.incomplete"].includes(lower(value.type))) return true;
  if (value.choices === null && hasErrorWords(value)) return true;
  return holdsFailure(value.base_resp?.status_code);
}

/** Whether a value that is no chunk bears the mark of a failure. */
export function isMarked(payload: Json): boolean {
  const value = first(payload);
  if (!isObject(value)) return false;
  const { type, event, success, ok, status, object } = value;
  if (SIGNS_OF_LIFE.includes(lower(type ?? event))) return false;
  if (success === false || ok === false || status === false) return true;
  if (CODES.some((name) => isGoodCode(value[name]))) return false;
  if (
    JSON.stringify(value.error) === "{}" || holdsFailure(value.detail) ||
    holdsFailure(value.errors) || hasErrorWords(value)
  ) {
    return true;
  }
  const hasMark = CODES.some((name) => isBadNumber(value[name])) ||
    WORD_CODES.some((name) => typeof value[name] === "string" && holdsFailure(value[name])) ||
    [object, type, status].some((word) => ["error", "failed", "failure"].includes(lower(word)));
  return (hasMark || value.choices === null) && wordsOf(value) !== undefined;
}

/** Some services wrap what they say into a list of one. */
function first(payload: Json): Json {
  return Array.isArray(payload) ? payload[0] : payload;
}

const SIGNS_OF_LIFE = ["ping", "pong", "keepalive", "keep-alive", "keep_alive", "heartbeat"];
const SUCCESS = ["ok", "okay", "success", "succeed", "succeeded", "successful"];
const NOTHING = ["", "-", "none", "null", "undefined", "false", "n/a", "no error", "no errors"];
const WORD_CODES = ["code", "error_code", "errcode", "errCode", "err_code", "error_type"];
const CODES = [
  ...["code", "status", "statusCode", "status_code", "error_code", "errcode", "errCode"],
  ...["err_code", "resultCode", "result_code"],
];
const ERROR_WORDS = [
  ...["error_description", "error_message", "error_msg", "errorMessage", "errorMsg", "errmsg"],
  ...["errMsg", "err_msg", "err"],
];

function lower(value: Json): string {
  return String(value).trim().toLowerCase();
}

function hasErrorWords(value: Json): boolean {
  return ERROR_WORDS.some((name) => holdsFailure(value[name]));
}

function isGoodCode(code: Json): boolean {
  if (typeof code !== "string" && typeof code !== "number") return false;
  return SUCCESS.includes(lower(code)) || /^(0+|2[0-9][0-9])$/.test(lower(code));
}

function isBadNumber(code: Json): boolean {
  const isNumber = typeof code === "number" || (typeof code === "string" && /^-?\d+$/.test(code));
  return isNumber && (Number(code) >= 400 || Number(code) < 0);
}

/** Whether any scalar in a value is neither empty nor a word for success. */
function holdsFailure(value: Json): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "object") return !NOTHING.includes(lower(value)) && !isGoodCode(value);
  return !CODES.some((name) => isGoodCode(value[name])) && Object.values(value).some(holdsFailure);
}
