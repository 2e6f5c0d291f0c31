// Copyright 2026 the Rivulet authors. MIT license.

import { asNumber, asText, firstObject, isObject, type JsonObject } from "../../core/json.ts";

/** Where a failure stands in JSON that is no failure itself. */
const HOLDERS = ["error", "response", "fault", "base_resp"];

/** Where servers put the number or the word for what went wrong, best first. */
export const CODES = [
  "code",
  "error_code",
  "errcode",
  "errCode",
  "err_code",
  "resultCode",
  "result_code",
  "status_code",
  "statusCode",
  "status",
];

/** The kind of an error stands for its code where there is none. */
const PLACES = /* @__PURE__ */ CODES.concat("error_type", "type");

/** Deeper than any server nests a failure. */
const MAX_DEPTH = 6;

/** Words that only say that something failed. */
const NO_CODE = /^(?:error|failed|failure|null|none|-?\d*)$/i;

/**
 * The server's own code in the JSON of a failure; a word if it has one, since numbers mostly repeat
 * the HTTP status. Undefined if there is none.
 */
export function serverCodeOf(payload: unknown, level = 0): string | undefined {
  const fields = firstObject(payload);
  const holder = HOLDERS.map((name) => fields[name]).find(isObject);
  const isDeeper = holder !== undefined && level < MAX_DEPTH;
  return (isDeeper ? serverCodeOf(holder, level + 1) : undefined) ?? codeIn(fields);
}

function codeIn(fields: JsonObject): string | undefined {
  const texts = PLACES.map((place) =>
    String(asNumber(fields[place]) ?? asText(fields[place]) ?? "")
  );
  return texts.find((text) => !NO_CODE.test(text)) ?? texts.find((text) => /\d/.test(text));
}
