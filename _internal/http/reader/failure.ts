// Copyright 2026 the Rivulet authors. MIT license.

import { MAX_LEVELS, shownJson } from "../../core/depth.ts";
import { asObject, isObject, type JsonObject } from "../../core/json.ts";
import type { LLMStreamPart } from "../../core/types.ts";
import { reasonOf } from "./reason.ts";
import { serverCodeOf } from "./server_code.ts";
import { firstChoice, isChunk } from "./chunk_form.ts";

/** Where servers put the number of what went wrong. */
const CODES = ["code", "status", "statusCode", "status_code", "error_code", "errcode"];

/** The codes and words with which gateways say in the place of an error that there is none. */
const NO_ERROR =
  /^(?:|-|0+|2\d\d|none|null|undefined|n\/a|false|no[ _-]?errors?|ok|okay|succeed|succeeded|success|successful)[.!]?$/i;

/** Why an answer failed, as a part says it. */
export type Failure = Required<Pick<LLMStreamPart, "failure">> & Pick<LLMStreamPart, "serverCode">;

/** What a payload inside a 2xx answer says of a failure, if it says plainly that there is one. */
export function failureOf(payload: unknown): Failure | undefined {
  const failure = plainFailure(firstObject(payload));
  return failure === undefined ? undefined : { failure, serverCode: serverCodeOf(payload) };
}

function plainFailure(fields: JsonObject): string | undefined {
  const choice = firstChoice(fields);
  const holder = saysFailure(fields.error) ? fields : choice;
  if (saysFailure(holder.error)) return reasonOf(holder) ?? shownJson(holder.error);
  if (choice.finish_reason === "error" || fields.done_reason === "error") {
    return 'the answer ended with the finish reason "error"';
  }
  return isRefused(fields) ? reasonOf(fields) ?? shownJson(fields) : undefined;
}

/**
 * What the marks of a failure say in a payload that is no chunk and has no plain error. Agents and
 * gateways write the same marks beside a good answer, of a tool or of a connection: whether the
 * answer failed is told by what follows.
 */
export function suspicionOf(payload: unknown): Failure | undefined {
  const fields = firstObject(payload);
  if (isChunk(fields) || !isMarked(fields)) return undefined;
  return { failure: reasonOf(fields) ?? shownJson(fields), serverCode: serverCodeOf(fields) };
}

/** Some services wrap a failure into a list of one. */
function firstObject(payload: unknown): JsonObject {
  return asObject(Array.isArray(payload) ? payload[0] : payload);
}

/** Whether anything in a value is more than an empty one, or a word for success. */
function saysFailure(value: unknown, level = 0): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "object") return !NO_ERROR.test(String(value).trim());
  if (CODES.some((name) => isSuccessCode((value as JsonObject)[name]))) return false;
  // Nested without end, it is no good answer either.
  return level === MAX_LEVELS || Object.values(value).some((part) => saysFailure(part, level + 1));
}

/** Whether a code alone says that all is well, in whatever words and language it is put. */
function isSuccessCode(code: unknown): boolean {
  return code !== undefined && code !== null && code !== "" && !saysFailure(code);
}

/** An error that is empty says something only where nothing stands beside it. */
function isEmptyObject(error: unknown): boolean {
  return isObject(error) && Object.keys(error).length === 0;
}

/** MiniMax's way to say it, beside choices that are empty. */
function isRefused({ base_resp: outcome }: JsonObject): boolean {
  return saysFailure(asObject(outcome).status_code);
}

/** Other ways to say that something failed without an `error`. */
function isMarked(fields: JsonObject): boolean {
  const { success, object, type, status, code, detail, errors } = fields;
  if (
    isEmptyObject(fields.error) || success === false || saysFailure(detail) || saysFailure(errors)
  ) return true;
  const hasMark = [object, type, status].includes("error") ||
    (typeof code === "string" && saysFailure(code)) ||
    CODES.some((name) => isErrorNumber(fields[name]));
  return hasMark && reasonOf(fields) !== undefined;
}

function isErrorNumber(code: unknown): boolean {
  return typeof code === "number" && (code >= 400 || code < 0);
}
