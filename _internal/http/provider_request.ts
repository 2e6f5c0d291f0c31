// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "../core/config_error.ts";
import type { FetchFunction, FetchInit } from "../core/fetch_function.ts";
import { isObject } from "../core/json.ts";
import { checkNoMessages } from "../core/options.ts";
import type { ProviderError } from "../core/provider_error.ts";
import type { LLMProviderConfig, LLMServerConfig, LLMTokenRequest } from "../core/types.ts";
import { resolveAddress } from "./address.ts";
import { buildHeaders } from "./headers.ts";
import type { ChatEndpoint, Endpoint, HttpPlan } from "./protocols.ts";

/** What is sent, but for the signal. */
export interface ProviderRequest {
  readonly url: string;
  readonly init: Omit<FetchInit, "signal">;
  readonly fetch: FetchFunction | undefined;
}

/**
 * The request that asks the question; throws a ProviderError with code `config` if an option is
 * wrong.
 */
export function chatRequest(
  plan: HttpPlan,
  config: LLMProviderConfig,
  request: LLMTokenRequest,
): ProviderRequest {
  const { chat } = plan.protocol;
  const body = buildBody(chat.body(config, request), { config, ownFields: chat.ownFields });
  const endpoint = chat.endpoint(config);
  return providerRequest(plan, config, { endpoint, chat: endpoint, body });
}

/** The request for the list of models; throws as that of a question does. */
export function modelsRequest(
  plan: HttpPlan,
  config: LLMServerConfig,
  endpoint: Endpoint,
): ProviderRequest {
  const chat = plan.protocol.chat.endpoint({ ...config, model: config.model ?? "" });
  return providerRequest(plan, config, { endpoint, chat });
}

function providerRequest(
  { definition, protocol }: HttpPlan,
  config: LLMServerConfig,
  { endpoint, chat, body }: { endpoint: Endpoint; chat: ChatEndpoint; body?: string },
): ProviderRequest {
  const shared = { redirect: "manual" } as const;
  const headers = buildHeaders(config, { definition, protocol });
  return {
    url: resolveAddress(config.baseUrl, endpoint, { pasted: chat.pasted, whole: [chat.beside] }),
    init: body === undefined ? { method: "GET", headers, ...shared } : {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body,
      ...shared,
    },
    fetch: config.fetch ?? undefined,
  };
}

function buildBody(
  body: object,
  { config, ownFields }: { config: LLMServerConfig; ownFields: readonly string[] },
): string {
  const { extraBody } = config;
  const extra = extraBody ? extraFields(extraBody, ownFields) : undefined;
  try {
    return JSON.stringify({ ...body, ...extra });
  } catch (cause) {
    throw notJson(cause);
  }
}

function extraFields(
  extraBody: Record<string, unknown>,
  ownFields: readonly string[],
): Record<string, unknown> {
  const extra = readExtraBody(extraBody);
  if (ownFields.includes("messages")) checkNoMessages(extra, "messages in extraBody");
  for (const name of ownFields) delete extra[name];
  return extra;
}

function readExtraBody(extraBody: Record<string, unknown>): Record<string, unknown> {
  try {
    return fieldsOf(extraBody);
  } catch (cause) {
    throw notJson(cause);
  }
}

function notJson(cause: unknown): ProviderError {
  return configError("Set only fields in extraBody and jsonSchema that JSON can carry", cause);
}

/** The fields that JSON would have of an object; one that makes its own JSON may hold others. */
function fieldsOf(extraBody: Record<string, unknown>): Record<string, unknown> {
  const fields: unknown = typeof extraBody.toJSON === "function" ? extraBody.toJSON("") : extraBody;
  if (!isObject(fields)) throw new TypeError("toJSON() of extraBody returns no object");
  // An entry of this name would replace the whole body.
  const { toJSON: _, ...rest } = fields;
  return rest;
}
