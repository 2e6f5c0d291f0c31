// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson, reasonOf } from "./_payload.ts";
import { withoutSecrets } from "./_secrets.ts";
import { TextReader } from "./_text_reader.ts";
import { ProviderError } from "./errors.ts";
import type { LLMProviderConfig } from "./types.ts";

// A refusal is short. One that is long or slow must not hold up the error.
const MAX_BODY_LENGTH = 64 * 1024;
const MAX_BODY_MS = 2000;

/** The error of an answer whose status is not 2xx. */
export async function refusalError(
  response: Response,
  { url, config, stop }: { url: string; config: LLMProviderConfig; stop: AbortSignal },
): Promise<ProviderError> {
  const body = await readBody(response, stop);
  const clean = (text: string | null | undefined) =>
    text ? withoutSecrets(text, config) : undefined;
  const location = clean(response.headers.get("location"));
  return new ProviderError("http", `Provider request failed (${response.status})`, {
    status: response.status,
    reason: redirectReason(response, location, url) ?? clean(reasonOf(parseJson(body))),
    retryAfterMs: readRetryAfter(response.headers.get("retry-after")),
  });
}

/**
 * A redirect is never followed: the POST would become a GET, and the key could travel to another
 * host.
 */
function redirectReason(
  { type, status }: Response,
  location: string | undefined,
  url: string,
): string | undefined {
  if (type === "opaqueredirect") {
    return "the server redirects to an address that the browser hides, set baseUrl to the final one";
  }
  if (!location || status < 300 || status >= 400) return undefined;
  const address = URL.canParse(location, url) ? new URL(location, url).href : location;
  return `the server redirects to ${address}`;
}

async function readBody({ body }: Response, stop: AbortSignal): Promise<string> {
  if (body === null || body.locked) return "";
  const reader = new TextReader(body, stop);
  const timer = setTimeout(() => reader.close(), MAX_BODY_MS);
  let text = "";
  try {
    while (text.length < MAX_BODY_LENGTH) {
      const { done, value } = await reader.read();
      if (done) break;
      text += reader.take(value);
    }
  } catch {
    // The status is the error; a body that breaks or takes too long only says less about it.
  } finally {
    clearTimeout(timer);
    reader.close();
  }
  return text + reader.end();
}

/** RFC 9110, section 10.2.3: a number of seconds, or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (!value) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isFinite(wait) ? Math.max(0, Math.round(wait)) : undefined;
}
