// Copyright 2026 the Rivulet authors. MIT license.

import { MAX_LEVELS, MAX_VALUES, shownError } from "../../core/depth.ts";
import { asObject, asText, firstObject, isObject, type JsonObject } from "../../core/json.ts";
import { firstChoice, isChunk } from "./chunk_form.ts";
import { isSignOfLife } from "./known_aside.ts";
import { ERROR_WORDS, type Failure, reasonOf, wordsOf } from "./reason.ts";
import { CODES, serverCodeOf } from "./server_code.ts";

// Every way in which servers say that an answer failed, as rows: what is plainly a failure, what may
// be one, and what never is. A server that has a way of its own is a row more. What has no row, such
// as a `message` alone, is no failure.

/** What holds the words of a failure, if JSON has the mark of the row. */
type FailureRow = (fields: JsonObject, choice: JsonObject) => unknown;

/** Whether JSON has the mark of the row. */
type MarkRow = (fields: JsonObject) => boolean;

/** The names of events that tell of a failed answer, whatever their data; most are OpenAI's. */
export const FAILED_EVENT = /^(?:error|response\.(?:failed|incomplete))$/i;

/** Plainly a failure, also beside a text. */
const FAILURES: readonly FailureRow[] = [
  // OpenAI, Ollama and most others; OpenRouter has it in the choice, and Groq in a place of its own.
  (fields) => saysFailure(fields.error) && fields,
  (_, choice) => saysFailure(choice.error) && choice,
  ({ x_groq: groq }) => isObject(groq) && saysFailure(groq.error) && groq,
  ({ done_reason }, { finish_reason }) =>
    (finish_reason === "error" || done_reason === "error") &&
    'the answer ended with the finish reason "error"',
  // MiniMax, beside choices that are empty.
  (fields) => isObject(fields.base_resp) && saysFailure(fields.base_resp.status_code) && fields,
  // An event of the Responses API whose name stands in its data alone.
  (fields) =>
    String(fields.type).startsWith("response.") && FAILED_EVENT.test(String(fields.type)) && fields,
  // Gateways in front of many services.
  (fields) => fields.choices === null && hasErrorWords(fields) && fields,
];

/** The fields that say by `false` that something failed, whatever else there is. */
const VERDICTS = ["success", "ok", "status"];

/** The fields that say by a word that something failed. */
const STATES = ["object", "type", "status"];
const FAILED = /^(?:error|failed|failure)$/i;

/** The fields of which each word is that of a failure, if it is none for success. */
const WORD_CODES = ["code", "error_code", "errcode", "errCode", "err_code", "error_type"];

/** Never a failure, whatever its words. */
const HARMLESS: readonly MarkRow[] = [
  isSignOfLife,
  (fields) => CODES.some((name) => isSuccess(fields[name])) && !saysNo(fields),
];

/**
 * Marks of a failure. Agents and gateways write the same beside a good answer, of a tool or of a
 * connection: whether the answer failed is told by what follows.
 */
const MARKS: readonly MarkRow[] = [
  ({ error }) => isObject(error) && Object.keys(error).length === 0,
  (fields) => saysNo(fields),
  ({ detail }) => saysFailure(detail),
  ({ errors }) => saysFailure(errors),
  (fields) => hasErrorWords(fields),
  (fields) => STATES.some((name) => FAILED.test(String(fields[name]))) && hasWords(fields),
  (fields) => WORD_CODES.some((name) => saysFailure(asText(fields[name]))) && hasWords(fields),
  (fields) => CODES.some((name) => isErrorNumber(fields[name])) && hasWords(fields),
  (fields) => fields.choices === null && hasWords(fields),
];

/** The codes and words for success. */
const SUCCESS = /^(?:0+|2\d\d|ok|okay|succeed|succeeded|success|successful)[.!]?$/i;

/** The codes and words with which gateways say in the place of an error that there is none. */
const NOTHING = /^(?:|-|none|null|undefined|n\/a|false|no[ _-]?errors?)[.!]?$/i;

/** What a payload inside a 2xx answer says of a failure, if it says plainly that there is one. */
export function failureOf(payload: unknown): Failure | undefined {
  const fields = firstObject(payload);
  const choice = firstChoice(fields);
  for (const mark of FAILURES) {
    const holder = mark(fields, choice);
    if (holder) return failureIn(holder);
  }
}

/** What a payload that is no chunk says if it is marked as a failure and may be none. */
export function suspicionOf(payload: unknown): Failure | undefined {
  const fields = firstObject(payload);
  const isNone = isChunk(fields) || HARMLESS.some((row) => row(fields));
  if (!isNone && MARKS.some((row) => row(fields))) return failureIn(fields);
}

/**
 * Why a whole document is not what was asked for, given how much of that was read in it; undefined
 * if not even its place is there. A plain failure counts beside anything, a mark beside nothing, and
 * mere words where the place is missing.
 */
export function failureOfDocument(
  payload: unknown,
  count: number | undefined,
): Failure | undefined {
  const failure = failureOf(payload) ?? (count ? undefined : suspicionOf(payload));
  return failure ?? (count === undefined ? wordsOf(payload) : undefined);
}

/** The words in what holds them, or else the error without words, or all of it. */
function failureIn(holder: unknown): Failure {
  const failure = reasonOf(holder) ?? shownError(asObject(holder).error ?? holder);
  return { failure, serverCode: serverCodeOf(holder) };
}

/** Whether anything in a value is more than an empty one, or a word for success. */
function saysFailure(value: unknown, level = 0, count = { left: MAX_VALUES }): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "object") return !isSuccess(value) && !NOTHING.test(String(value).trim());
  // A code alone says that all is well, in whatever words and language it is put.
  if (CODES.some((name) => isSuccess((value as JsonObject)[name]))) return false;
  // Nested without end, or of values without end, it is no good answer either.
  if (level === MAX_LEVELS) return true;
  for (const name in value) {
    if (--count.left < 0 || saysFailure((value as JsonObject)[name], level + 1, count)) return true;
  }
  return false;
}

function isSuccess(code: unknown): boolean {
  return ["string", "number"].includes(typeof code) && SUCCESS.test(String(code).trim());
}

function saysNo(fields: JsonObject): boolean {
  return VERDICTS.some((name) => fields[name] === false);
}

function hasErrorWords(fields: JsonObject): boolean {
  return ERROR_WORDS.some((name) => saysFailure(fields[name]));
}

function hasWords(fields: JsonObject): boolean {
  return reasonOf(fields) !== undefined;
}

function isErrorNumber(code: unknown): boolean {
  const number = typeof code === "string" && /^-?\d+$/.test(code) ? Number(code) : code;
  return typeof number === "number" && (number >= 400 || number < 0);
}
