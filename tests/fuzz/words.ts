// Copyright 2026 the Rivulet authors. MIT license.

import { isObject, type Json } from "./json.ts";

const PLACES = [
  ...["error", "message", "detail", "details", "errors", "msg", "error_description"],
  ...["error_message", "error_msg", "errorMessage", "errorMsg", "errmsg", "errMsg", "err_msg"],
  ...["err", "resultMsg", "result_msg", "base_resp", "status_msg", "Message", "fault"],
  ...["faultstring", "title", "description", "response", "incomplete_details", "reason"],
];

/**
 * The words of a server in the JSON of a failure; an error without words stands for itself.
 * Undefined where there are none.
 */
export function wordsOf(payload: Json): string | undefined {
  const { error } = Object(Array.isArray(payload) ? payload[0] : payload);
  return wordsIn(payload) ?? (isObject(error) ? JSON.stringify(error) : undefined);
}

function wordsIn(value: Json): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (Array.isArray(value)) return value.map(wordsIn).filter(Boolean).join("; ") || undefined;
  if (!isObject(value)) return undefined;
  return PLACES.map((place) => wordsIn(value[place])).find((words) => words !== undefined);
}
