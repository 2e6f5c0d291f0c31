// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "../core/config_error.ts";
import type { HeadersLike, LLMProviderDefinition, LLMServerConfig } from "../core/types.ts";
import type { HttpPlan } from "./protocols.ts";

/** The names of headers that are the provider's own, whatever the caller says. */
const OWN = ["content-type", "authorization"];

/**
 * The headers of a request beside its content type, the provider's own first. As `fetch` has it, a
 * value is trimmed, and values under one name are joined.
 */
export function buildHeaders(
  config: LLMServerConfig,
  { definition, protocol }: HttpPlan,
): Record<string, string> {
  const key = definition.requiresApiKey ? readApiKey(config, definition) : undefined;
  const headers = { ...protocol.headers(key) };
  if (config.headers === undefined || config.headers === null) return headers;
  const own = [...OWN, ...Object.keys(headers).map((name) => name.toLowerCase())];
  for (const [name, given] of headerEntries(config.headers)) {
    if (own.includes(name.toLowerCase())) continue;
    const value = given.trim();
    if (!isHeaderName(name) || !isHeaderValue(value)) {
      throw configError(
        `Remove characters that no header can carry from header ${JSON.stringify(shown(name))}`,
      );
    }
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

/** A name in which somebody put the value as well must not show it. */
function shown(name: string): string {
  const end = name.indexOf(":");
  return end === -1 ? name : `${name.slice(0, end)}…`;
}

/** The names and values of all forms that `fetch` takes; a value that is left out is no header. */
function headerEntries(headers: HeadersLike): [string, string][] {
  const entries = isIterable(headers) ? [...headers] : Object.entries(headers);
  return entries
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [String(name), String(value)]);
}

function isIterable(headers: unknown): headers is Iterable<readonly string[]> {
  return typeof headers === "object" && headers !== null && Symbol.iterator in headers;
}

function readApiKey(
  { apiKey }: LLMServerConfig,
  { label }: LLMProviderDefinition<string>,
): string {
  const key = bareKey(apiKey);
  if (key === "") throw configError(`Set apiKey, "${label}" requires one`);
  if (!isHeaderValue(key)) {
    throw configError("Enter the API key again, it has characters that no header can carry");
  }
  return key;
}

/** What is pasted along with a key. */
const PASTED = /^(?:Authorization:\s*(?:Bearer(?:\s+|$))*|(?:Bearer(?:\s+|$))+)/i;

/** The key without what is pasted along with it. */
export function bareKey(apiKey: string | null | undefined): string {
  return (apiKey ?? "").trim().replace(PASTED, "");
}

/** Whether a name can be that of a header: a token, as RFC 9110, section 5.1, has it. */
function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^`|~\w-]+$/.test(name);
}

/** Whether a header can carry a value: visible ASCII, bytes above it, spaces and tabs. */
export function isHeaderValue(value: string): boolean {
  return /^[\t -~\x80-\xff]*$/.test(value);
}
