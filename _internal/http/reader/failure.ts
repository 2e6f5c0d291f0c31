// Copyright 2026 the Rivulet authors. MIT license.

import { shownJson } from "../../core/depth.ts";
import { asObject, firstObject } from "../../core/json.ts";
import { firstChoice, isChunk } from "./chunk_form.ts";
import { FAILURES, HARMLESS, MARKS } from "./failure_marks.ts";
import { type Failure, reasonOf, wordsOf } from "./reason.ts";
import { serverCodeOf } from "./server_code.ts";

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
  const failure = reasonOf(holder) ?? shownJson(asObject(holder).error ?? holder);
  return { failure, serverCode: serverCodeOf(holder) };
}
