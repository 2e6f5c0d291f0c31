// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderConfig } from "../types.ts";
import { bareKey, headerEntries } from "./headers.ts";

/** A shorter secret is removed as a whole word only: it would blank the server's words. */
const MIN_LENGTH = 4;

const SECRET_HEADER = /key|token|secret|auth|cookie/i;

const MARK = "[secret]";

/** What a configuration holds that no error may repeat, although a server does. */
export class Secrets {
  readonly #pattern: RegExp | undefined;
  readonly #mark: string;

  constructor({ apiKey, headers }: LLMProviderConfig) {
    const headerSecrets = headerEntries(headers)
      .filter(([name]) => SECRET_HEADER.test(name))
      .map(([, value]) => value.replace(/^(Bearer|Basic) /i, "").trim());
    const secrets = [bareKey(apiKey), ...headerSecrets].filter((secret) => secret !== "");
    // In one pass, so that no secret is looked for in what stands for another one.
    const patterns = secrets.flatMap(spellings).sort((a, b) => b.length - a.length).map(toPattern);
    this.#pattern = patterns.length === 0 ? undefined : new RegExp(patterns.join("|"), "g");
    this.#mark = secrets.some((secret) => MARK.includes(secret)) ? "[…]" : MARK;
  }

  /** The text without any secret. */
  removeFrom<Text extends string | undefined>(text: Text): Text {
    if (text === undefined || this.#pattern === undefined) return text;
    return text.replace(this.#pattern, this.#mark) as Text;
  }
}

/** As it is, in a URL, in JSON, in the JSON of PHP, and in JSON within JSON. */
function spellings(secret: string): string[] {
  const json = inJson(secret);
  return [secret, encodeURIComponent(secret), json, json.replaceAll("/", "\\/"), inJson(json)];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function toPattern(secret: string): string {
  const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return secret.length < MIN_LENGTH ? `(?<!\\w)${literal}(?!\\w)` : literal;
}
