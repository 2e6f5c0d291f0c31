// Copyright 2026 the Rivulet authors. MIT license.

import { MAX_VALUES, shownError } from "../../core/depth.ts";
import { serverCodeOf } from "./server_code.ts";
import {
  asObject,
  asText,
  firstObject,
  isObject,
  type JsonObject,
  parseJson,
} from "../../core/json.ts";

/** The names of a failure's words that are no name of anything else. */
export const ERROR_WORDS = [
  "error_description",
  "error_message",
  "error_msg",
  "errorMessage",
  "errorMsg",
  "errmsg",
  "errMsg",
  "err_msg",
  "err",
];

/**
 * Where servers put their words, best first: OpenAI and Ollama say `error` or `error.message`, vLLM
 * `message`, FastAPI `detail`, Cloudflare `errors`, MiniMax `base_resp.status_msg`, AWS `Message`,
 * Apigee `fault.faultstring`, RFC 9457 `detail` or `title`, and OpenAI's Responses API
 * `response.error.message` or `response.incomplete_details.reason`.
 */
const PLACES = /* @__PURE__ */ ["error", "message", "detail", "details", "errors", "msg"].concat(
  ERROR_WORDS,
  ["resultMsg", "result_msg", "base_resp", "status_msg", "Message", "fault", "faultstring"],
  ["title", "description", "response", "incomplete_details", "reason"],
);

/** Deeper than any server nests its words, and a guard against a payload made to be deep. */
const MAX_DEPTH = 6;

/**
 * The server's own words in the JSON of a failed answer: of an error body, of a chunk of a stream,
 * of an answer of either endpoint for embeddings. Undefined if there are none.
 */
export function reasonOf(payload: unknown): string | undefined {
  const words = wordsIn(payload, 0, { left: MAX_VALUES });
  if (words !== undefined) return words;
  // An error without words may still have a code.
  const { error } = firstObject(payload);
  return isObject(error) ? shownError(error) : undefined;
}

/** Why something failed, in the words of a server, and its own code for that. */
export interface Failure {
  readonly failure: string;
  readonly serverCode?: string | undefined;
}

/** The words of a value in JSON, if it has some. */
export function wordsOf(payload: unknown): Failure | undefined {
  const failure = reasonOf(payload);
  return failure === undefined ? undefined : { failure, serverCode: serverCodeOf(payload) };
}

/** The words of the first text that is JSON and holds some. */
export function wordsInTexts(texts: readonly string[]): Failure | undefined {
  return texts.map((text) => wordsOf(parseJson(text))).find((words) => words !== undefined);
}

/** The words in a value, as far as `count` more values go. */
function wordsIn(value: unknown, depth: number, count: { left: number }): string | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : value;
  if (depth === MAX_DEPTH || typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    const words: (string | undefined)[] = [];
    for (const entry of value) {
      if (--count.left < 0) break;
      words.push(wordsIn(entry, depth + 1, count));
    }
    return asText(words.filter(Boolean).join("; "));
  }
  const fields = value as JsonObject;
  for (const place of PLACES) {
    const words = wordsIn(fields[place], depth + 1, count);
    if (words !== undefined) return placeOf(fields) + words + behindGateway(fields, depth, count);
  }
  return undefined;
}

/** What OpenRouter hands on of the service behind it, as a text or as its JSON. */
function behindGateway(
  { metadata }: JsonObject,
  depth: number,
  count: { left: number },
): string {
  const { raw } = asObject(metadata);
  const words = typeof raw === "string"
    ? wordsIn(parseJson(raw), depth + 1, count) ?? asText(raw)
    : undefined;
  return words === undefined ? "" : `: ${words}`;
}

/** FastAPI names the option that it refuses beside its words. */
function placeOf({ loc }: JsonObject): string {
  const names = Array.isArray(loc) ? loc.filter((part) => typeof part !== "object") : [];
  return names.length > 0 ? `${names.join(".")}: ` : "";
}
