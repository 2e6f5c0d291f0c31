// Copyright 2026 the Rivulet authors. MIT license.

// Everything that is decided before anything is sent.

import { buildMessages } from "./_messages.ts";
import type { LineParser } from "./_stream_parser.ts";
import { ProviderError } from "./errors.ts";
import type { LLMProviderConfig, LLMProviderDefinition, LLMTokenRequest } from "./types.ts";

/** Where a kind of server takes chat requests, and how it answers. */
export interface ChatProtocol {
  /** What follows the base address. */
  readonly path: string;
  /** An address that ends so is complete. */
  readonly endpoint: string;
  /** An end of the base address that the path does not expect. */
  readonly pastedSuffix: RegExp;
  createParser(): LineParser;
}

/** The arguments of `fetch`. */
export interface ChatRequest {
  readonly url: string;
  readonly init: {
    method: "POST";
    headers: Record<string, string>;
    body: string;
    redirect: "manual";
  };
}

/**
 * The request that asks the question; throws a ProviderError with code `config` where an option is
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

function resolveAddress(baseUrl: string, { path, endpoint, pastedSuffix }: ChatProtocol): string {
  const address = String(baseUrl).trim();
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw configError("Set baseUrl to an address that starts with http:// or https://");
  }
  if (url.username || url.password) {
    throw configError(
      "Remove the user name and password from baseUrl, set apiKey or headers instead",
    );
  }
  const base = address.replace(/[?#].*/s, "").replace(/\/+$/, "");
  return (base.endsWith(endpoint) ? base : base.replace(pastedSuffix, "") + path) + url.search;
}

function buildHeaders(
  config: LLMProviderConfig,
  definition: LLMProviderDefinition,
): Record<string, string> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (definition.requiresApiKey) {
    headers["Authorization"] = `Bearer ${readApiKey(config, definition)}`;
  }
  for (const [name, value] of Object.entries(config.headers ?? {})) {
    if (/^(content-type|authorization)$/i.test(name)) continue;
    if (!isHeader(name, value)) {
      throw configError(
        `Remove characters that no header can carry from header ${JSON.stringify(name)}`,
      );
    }
    headers[name] = value;
  }
  return headers;
}

function readApiKey({ apiKey = "" }: LLMProviderConfig, { label }: LLMProviderDefinition): string {
  const key = apiKey.trim();
  if (key === "") throw configError(`Set apiKey, "${label}" requires one`);
  if (!isHeader("Authorization", key)) {
    throw configError("Enter the API key again, it has characters that no header can carry");
  }
  return key;
}

// RFC 9110, section 5: a name is a token; a value is visible ASCII, bytes above it, spaces and
// tabs.
function isHeader(name: string, value: string): boolean {
  return /^[!#$%&'*+.^`|~\w-]+:[\t -~\x80-\xff]*$/.test(`${name}:${value}`);
}

function buildBody(config: LLMProviderConfig, request: LLMTokenRequest): string {
  if (typeof config.model !== "string" || config.model.trim() === "") {
    throw configError("Set model to the name of a model");
  }
  const own = { model: config.model, stream: true, messages: buildMessages(request) };
  try {
    return JSON.stringify({ ...own, ...config.extraBody, ...own });
  } catch (cause) {
    throw configError("Set only fields in extraBody that JSON can carry", cause);
  }
}

function configError(message: string, cause?: unknown): ProviderError {
  return new ProviderError("config", message, { cause });
}
