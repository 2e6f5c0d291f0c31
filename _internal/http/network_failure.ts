// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, asText } from "../core/json.ts";
import { messageOf } from "../core/message_of.ts";

/** What platforms say of a call of fetch that is wrong by itself, before anything is sent. */
const MISUSE =
  /not a function|not defined|AbortSignal|RequestInit|Failed to execute|Failed to construct|Invalid URL/;

/** Node's own limits for an answer that does not come, by the codes of its errors. */
const TIME_OUTS = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

/** What says only that something failed; why stands in the cause behind it. */
const NO_WORDS = /^(?:fetch failed|terminated|request was cancelled)?[.]?$/i;

/** All that browsers say of an answer that breaks off. */
const BROKEN = /^(?:network error|error in input stream|load failed|terminated)[.]?$/i;

/** More causes than any platform puts behind an error. */
const MAX_CAUSES = 8;

/** Whether `fetch` was called in a wrong way, by a signal of another realm, say. */
export function isMisuse(error: unknown): boolean {
  return error instanceof TypeError && MISUSE.test(error.message);
}

/** Why a connection failed, in the words of the platform: those of the first cause that has some. */
export function networkWords(error: unknown): string {
  let words = messageOf(error);
  let behind: unknown = error;
  for (let count = 0; NO_WORDS.test(words.trim()) && count < MAX_CAUSES; count++) {
    behind = causeOf(behind);
    if (behind === undefined || behind === null) break;
    words = messageOf(behind);
  }
  return NO_WORDS.test(words.trim()) ? messageOf(error) : words.trim();
}

/** Why an answer broke off, in the words of the platform. */
export function brokenWords(error: unknown): string {
  const words = networkWords(error);
  return BROKEN.test(words) ? `the connection broke off (${words})` : words;
}

/** The cause of an error, or the first of several: one for each address of a host. */
function causeOf(error: unknown): unknown {
  const { cause, errors } = asObject(error);
  return cause ?? (Array.isArray(errors) ? errors[0] : undefined);
}

/** The words of a time limit of the platform, for which a server was too slow; else undefined. */
export function timeOutWords(error: unknown): string | undefined {
  const { code, message } = asObject(asObject(error).cause);
  return TIME_OUTS.includes(String(code)) ? asText(message) : undefined;
}
