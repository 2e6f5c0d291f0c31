// Copyright 2026 the Rivulet authors. MIT license.

import { ProxyInTheWay } from "../../_shared/environment_proxy.ts";
import { asObject, asText } from "../../_shared/json.ts";
import { messageOf } from "../../_shared/message_of.ts";
import { configError } from "../_config_error.ts";
import { streamError } from "../_stream_error.ts";
import { ProviderError } from "../errors.ts";
import { cleanError } from "./clean_error.ts";
import type { Secrets } from "./secrets.ts";

/** What platforms say of a call of fetch that is wrong by itself, before anything is sent. */
const MISUSE =
  /not a function|not defined|AbortSignal|RequestInit|Failed to execute|Failed to construct|Invalid URL/;

/** Node's own limits for an answer that does not come, by the codes of its errors. */
const TIME_OUTS = ["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"];

/** The error of a request for which `fetch` gave no answer, in the platform's own words. */
export function networkError(error: unknown, secrets: Secrets): ProviderError {
  if (error instanceof ProxyInTheWay) return configError(error.message);
  const cause = cleanError(error, secrets);
  const words = messageOf(cause);
  if (error instanceof TypeError && MISUSE.test(words)) {
    return configError(words, cause);
  }
  const late = timeOutWords(cause);
  if (late === undefined) return new ProviderError("network", words, { cause });
  const reason = `the server was reached and sent no answer in time (${late})`;
  return streamError(reason, { cause, reason });
}

/** The error of an answer that broke off after it had begun. */
export function brokenAnswer(error: unknown, secrets: Secrets): ProviderError {
  const cause = cleanError(error, secrets);
  const late = timeOutWords(cause);
  return streamError(
    late === undefined ? messageOf(cause) : `the server stopped sending (${late})`,
    { cause },
  );
}

function timeOutWords(error: unknown): string | undefined {
  const { code, message } = asObject(asObject(error).cause);
  return TIME_OUTS.includes(String(code)) ? asText(message) : undefined;
}
