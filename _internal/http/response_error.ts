// Copyright 2026 the Rivulet authors. MIT license.

import type { HttpCall } from "./http_call.ts";
import { readErrorBody, reasonInErrorBody } from "./error_body.ts";
import type { FetchResponse } from "../core/fetch_function.ts";
import { excerpt } from "../core/excerpt.ts";
import { headerOf } from "./header_of.ts";
import { parseUrl } from "../core/parse_url.ts";
import { ProviderError } from "../core/provider_error.ts";
import { readRetryAfter } from "./retry_after.ts";
import type { Redactor } from "./redactor.ts";

/** The error of an answer whose status is not 2xx. Finishes the exchange. */
export async function responseError(
  exchange: HttpCall,
  { url, secrets }: { url: string; secrets: Redactor },
): Promise<ProviderError> {
  const { response } = exchange;
  const body = await readErrorBody(exchange);
  const words = redirectReason(response, url) ?? reasonInErrorBody(body) ?? headOfUnknown(body);
  return new ProviderError("http", `Provider request failed (${response.status})`, {
    status: response.status,
    reason: secrets.removeFrom(words),
    retryAfterMs: readWait(response),
  });
}

/** The markup of a web page and empty JSON tell nobody why. */
const TELLS_NOTHING = /^(?:<|[\s[\]{}]*$)/;

/** What stands for a body of no known form: nothing that a server says is hidden. */
function headOfUnknown(body: string): string | undefined {
  const head = excerpt(body);
  return TELLS_NOTHING.test(head) ? undefined : head;
}

/** LiteLLM hands on under another name how long the server behind it asks to wait. */
function readWait(response: FetchResponse): number | undefined {
  return readRetryAfter(headerOf(response, "retry-after")) ??
    readRetryAfter(headerOf(response, "llm_provider-retry-after"));
}

/**
 * A redirect is never followed: the POST would become a GET, and the key could travel to another
 * host.
 */
function redirectReason(response: FetchResponse, url: string): string | undefined {
  const { type, status } = response;
  if (type === "opaqueredirect") {
    return "the server redirects to an address that the browser hides, set baseUrl to the final one";
  }
  const location = headerOf(response, "location");
  if (!location || status < 300 || status >= 400) return undefined;
  const address = parseUrl(location, url)?.href ?? location;
  return `the server redirects to ${address}`;
}
