// Copyright 2026 the Rivulet authors. MIT license.

import type { FetchInit } from "../core/fetch_function.ts";
import { isObject } from "../core/json.ts";
import { configError } from "../core/config_error.ts";
import { buildMessages } from "../core/build_messages.ts";
import type { LLMProviderConfig, LLMProviderDefinition, LLMTokenRequest } from "../core/types.ts";
import { resolveAddress } from "./address.ts";
import { buildHeaders } from "./headers.ts";
import type { ChatProtocol } from "./protocols.ts";

/** What is sent, but for the signal. */
export interface ChatRequest {
  readonly url: string;
  readonly init: Omit<FetchInit, "signal">;
}

/**
 * The request that asks the question; throws a ProviderError with code `config` if an option is
 * wrong.
 */
export function buildChatRequest(
  { definition, protocol }: { definition: LLMProviderDefinition; protocol: ChatProtocol },
  config: LLMProviderConfig,
  request: LLMTokenRequest,
): ChatRequest {
  return {
    url: resolveAddress(config.baseUrl, protocol),
    init: {
      method: "POST",
      headers: buildHeaders(config, definition),
      body: buildBody(config, request),
      redirect: "manual",
    },
  };
}

function buildBody(config: LLMProviderConfig, request: LLMTokenRequest): string {
  const own = { model: config.model, stream: true, messages: buildMessages(request) };
  try {
    return JSON.stringify({ ...own, ...fieldsOf(config.extraBody ?? {}), ...own });
  } catch (cause) {
    throw configError("Set only fields in extraBody that JSON can carry", cause);
  }
}

/** The fields that JSON would have of an object; one that makes its own JSON may hold others. */
function fieldsOf(extraBody: Record<string, unknown>): Record<string, unknown> {
  const fields: unknown = typeof extraBody.toJSON === "function" ? extraBody.toJSON("") : extraBody;
  if (!isObject(fields)) throw new TypeError("toJSON() of extraBody gives no object");
  // An entry of this name would replace the whole body.
  const { toJSON: _, ...rest } = fields;
  return rest;
}
