// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "../core/config_error.ts";
import { ProviderError } from "../core/provider_error.ts";
import { streamError } from "../core/stream_error.ts";
import { cleanError } from "./clean_error.ts";
import { HttpCall } from "./http_call.ts";
import { brokenWords, isMisuse, networkWords, timeOutWords } from "./network_failure.ts";
import type { ProviderRequest } from "./provider_request.ts";
import { Redactor } from "./redactor.ts";
import { readRefusal } from "./refusal.ts";
import { ProxyInTheWay } from "./way/environment_proxy.ts";

/**
 * Sends a request of a provider, for whichever verb, and gives the call if its status is 2xx.
 * Rejects with a ProviderError, or with the reason of the signal. What an error must not show is
 * looked up only when there is one.
 */
export async function callProvider(
  request: ProviderRequest,
  { signal, bufferSize }: { signal: AbortSignal; bufferSize: number },
): Promise<HttpCall> {
  const { url, init, fetch } = request;
  const call = await HttpCall.open({ url, init, fetch, isPrivate: false, bufferSize }, signal)
    .catch((error: unknown) => {
      throw networkError(error, request);
    });
  if (call.response.ok) return call;
  const { status, reason, serverCode, head, retryAfterMs } = await readRefusal(call, url);
  const redactor = new Redactor(request);
  throw new ProviderError("http", `Provider request failed (${status})`, {
    status,
    reason: redactor.removeFrom(reason ?? head),
    serverCode: redactor.removeFrom(serverCode),
    retryAfterMs,
  });
}

/** The error of a request for which `fetch` gave no answer, in the platform's own words. */
function networkError(error: unknown, request: ProviderRequest): ProviderError {
  if (error instanceof ProxyInTheWay) return configError(error.message);
  const cause = cleanError(error, new Redactor(request));
  const words = networkWords(cause);
  if (isMisuse(error)) return configError(words, cause);
  const late = timeOutWords(cause);
  if (late === undefined) return new ProviderError("network", words, { cause });
  const reason = `the server was reached and sent no answer in time (${late})`;
  return streamError(reason, { cause, reason });
}

/** The error of an answer that broke off after it had begun. */
export function brokenAnswer(error: unknown, request: ProviderRequest): ProviderError {
  const cause = cleanError(error, new Redactor(request));
  const late = timeOutWords(cause);
  const words = late === undefined ? brokenWords(cause) : `the server stopped sending (${late})`;
  return streamError(words, { cause });
}
