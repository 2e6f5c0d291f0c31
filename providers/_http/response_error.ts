// Copyright 2026 the Rivulet authors. MIT license.

import type { Exchange } from "../../_shared/exchange.ts";
import { readErrorBody, reasonInErrorBody } from "../../_shared/error_body.ts";
import type { FetchLikeResponse } from "../../_shared/fetch_like.ts";
import { headOf } from "../../_shared/head.ts";
import { headerOf } from "../../_shared/header_of.ts";
import { parseUrl } from "../../_shared/parse_url.ts";
import { ProviderError } from "../errors.ts";
import { readRetryAfter } from "./retry_after.ts";
import type { Secrets } from "./secrets.ts";

/** The error of an answer whose status is not 2xx. Finishes the exchange. */
export async function responseError(
  exchange: Exchange,
  { url, secrets }: { url: string; secrets: Secrets },
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
  const head = headOf(body);
  return TELLS_NOTHING.test(head) ? undefined : head;
}

/** LiteLLM hands on under another name how long the server behind it asks to wait. */
function readWait(response: FetchLikeResponse): number | undefined {
  return readRetryAfter(headerOf(response, "retry-after")) ??
    readRetryAfter(headerOf(response, "llm_provider-retry-after"));
}

/**
 * A redirect is never followed: the POST would become a GET, and the key could travel to another
 * host.
 */
function redirectReason(response: FetchLikeResponse, url: string): string | undefined {
  const { type, status } = response;
  if (type === "opaqueredirect") {
    return "the server redirects to an address that the browser hides, set baseUrl to the final one";
  }
  const location = headerOf(response, "location");
  if (!location || status < 300 || status >= 400) return undefined;
  const address = parseUrl(location, url)?.href ?? location;
  return `the server redirects to ${address}`;
}
