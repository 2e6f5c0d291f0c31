// Copyright 2026 the Rivulet authors. MIT license.

/** Why a text that should be JSON is not JSON. */
export function whyNotJson(text: string): string {
  const start = text.trimStart();
  if (start === "") return "the answer is empty";
  if (start.startsWith("<")) return "the answer is a web page, not JSON";
  return NOT_JSON;
}

/** The reason for JSON that is broken or breaks off. */
export const NOT_JSON = "the answer is not complete JSON";
