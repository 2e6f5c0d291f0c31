// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderConfig } from "../types.ts";
import { bareKey, headerEntries } from "./headers.ts";

/** A shorter secret is removed as a whole word only: it would blank the server's words. */
const MIN_LENGTH = 4;

const SECRET_HEADER = /key|token|secret|auth|cookie/i;

/** What a configuration holds that no error may repeat, although a server does. */
export class Secrets {
  readonly #patterns: RegExp[];

  constructor({ apiKey, headers }: LLMProviderConfig) {
    const headerSecrets = headerEntries(headers)
      .filter(([name]) => SECRET_HEADER.test(name))
      .map(([, value]) => value.replace(/^(Bearer|Basic) /i, "").trim());
    this.#patterns = [bareKey(apiKey), ...headerSecrets]
      .filter((secret) => secret !== "")
      .flatMap(spellings)
      .sort((a, b) => b.length - a.length)
      .map(toPattern);
  }

  /** The text without any secret. */
  removeFrom<Text extends string | undefined>(text: Text): Text {
    if (text === undefined) return text;
    const clean = this.#patterns.reduce<string>(
      (rest, each) => rest.replace(each, "[secret]"),
      text,
    );
    return clean as Text;
  }
}

/** As it is, in a URL, and in JSON. */
function spellings(secret: string): string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

function toPattern(secret: string): RegExp {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(secret.length < MIN_LENGTH ? `(?<!\\w)${literal}(?!\\w)` : literal, "g");
}
