// Copyright 2026 the Rivulet authors. MIT license.

import type { ProviderRequest } from "./provider_request.ts";

/** A shorter secret is removed as a whole word only: it would blank the server's words. */
export const MIN_SECRET_LENGTH = 4;

/** The words in a name whose value is secret: in `X-Api-Key`, say, but not in `X-Max-Tokens`. */
const SECRET_WORD =
  /^(?:auth|authentication|authorization|bearer|cookie|credentials?|jwt|passw(?:or)?d|secret|session(?:id)?|sig|signature|(?:access|api|app|auth|master|private|secret|session|user)?(?:key|token))$/;

const COOKIE = /cookie/i;

/** What stands before a key in a header. */
const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Digest) +/i;

/**
 * How keys look, whatever their name: behind a scheme, with the beginning that a service gives its
 * own, as a UUID, or with many letters and digits in a row.
 */
const LOOKS_SECRET =
  /^(?:(?:Bearer|Basic|Token|ApiKey|Digest) |(?:sk|pk|rk|hf|gsk|gh[opsu]|xox[abp])[-_]|eyJ|AIza)|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** As many letters and digits in a row as a key has, and words have not. */
const LONG_RUN = /[a-z\d]{16,}/gi;

/**
 * What was sent that no error may repeat: the key, and the values of headers and of the address's
 * query that are secret by their name or by how they look. Longest first, so that none hides a part
 * of another one. A key that is not sent is no secret: people write words such as "ollama" where a local
 * server needs no key.
 */
export function secretsOf({ url, init }: ProviderRequest): string[] {
  const headers = Object.entries(init.headers ?? {}).flatMap(inHeader);
  const all = [...headers, ...inQuery(new URL(url)).filter(isLong)];
  return [...new Set(all)].filter(Boolean).sort((a, b) => b.length - a.length);
}

export function isLong(secret: string): boolean {
  return secret.length >= MIN_SECRET_LENGTH;
}

function isSecret(name: string, value: string): boolean {
  const words = name.replace(/([a-z])(?=[A-Z])/g, "$1-").toLowerCase().split(/[^a-z]+/);
  return words.some((word) => SECRET_WORD.test(word)) || looksSecret(value);
}

function looksSecret(value: string): boolean {
  const runs = value.match(LONG_RUN) ?? [];
  return LOOKS_SECRET.test(value) || runs.some((run) => /\d/.test(run) && /[a-z]/i.test(run));
}

/** The whole value, what stands behind its scheme, and the secrets that it is made of. */
function inHeader([name, value]: [string, string]): string[] {
  const whole = value.trim();
  if (!isSecret(name, whole)) return [];
  const bare = whole.replace(SCHEME, "");
  const parts = COOKIE.test(name) ? inCookie(whole) : partsOf(bare);
  return [whole, bare, ...parts.filter(isLong)];
}

function inCookie(cookie: string): string[] {
  return cookie.split(";").map((pair) => pair.slice(pair.indexOf("=") + 1).trim());
}

/** The values in a list, in fields (`Credential=…/…`) or in JSON. A server may repeat one alone. */
function partsOf(value: string): string[] {
  const fields = [...value.matchAll(/[=:]\s*"?([^\s,;"'{}]+)/g)].map(([, part]) => part!);
  const list = value.includes(",") ? value.split(",").map((part) => part.trim()) : [];
  return [...fields, ...fields.map((part) => part.split("/", 1)[0]!), ...list];
}

/** The secret values of a query as they stand there and as they are read, and the whole of it. */
function inQuery({ search, searchParams }: URL): string[] {
  const secret = [...searchParams].filter(([name, value]) => isSecret(name, value));
  if (secret.length === 0) return [];
  const names = secret.map(([name]) => name);
  const raw = search.slice(1).split("&").map((pair) => pair.split(/=(.*)/s, 2))
    .filter(([name]) => names.includes(decoded(name!)));
  return [
    search.slice(1),
    ...secret.map(([, value]) => value),
    ...raw.map(([, value = ""]) => value),
  ];
}

/** A name of the query as it is read. */
function decoded(name: string): string {
  const [[read = ""] = []] = new URLSearchParams(name);
  return read;
}
