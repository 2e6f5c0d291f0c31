// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderConfig } from "./types.ts";

/**
 * No service issues a shorter key, and a placeholder such as "none" must not blank the server's
 * words.
 */
const MIN_SECRET_LENGTH = 8;

const SECRET_HEADER = /key|token|secret|auth|cookie/i;

/**
 * A server may repeat the key that it refuses: the text without any secret of the configuration.
 */
export function withoutSecrets(text: string, config: LLMProviderConfig): string {
  return secretsOf(config).reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);
}

function secretsOf({ apiKey = "", headers = {} }: LLMProviderConfig): string[] {
  const headerSecrets = Object.entries(headers)
    .filter(([name]) => SECRET_HEADER.test(name))
    .map(([, value]) => value.replace(/^(Bearer|Basic) /i, ""));
  return [apiKey, ...headerSecrets]
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [secret, encodeURIComponent(secret)]);
}
