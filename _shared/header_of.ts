// Copyright 2026 the Rivulet authors. MIT license.

import type { FetchLikeResponse } from "./fetch_like.ts";
import { asObject, asText } from "./json.ts";

/**
 * The value of a header of an answer, by its name in small letters. The answer of a stub or a
 * wrapper may have a plain object for its headers, or none at all.
 */
export function headerOf({ headers }: FetchLikeResponse, name: string): string | undefined {
  if (typeof headers?.get === "function") return headers.get(name) ?? undefined;
  const entry = Object.entries(asObject(headers)).find(([key]) => key.toLowerCase() === name);
  return asText(entry?.[1]);
}
