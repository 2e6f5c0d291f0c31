// Copyright 2026 the Rivulet authors. MIT license.

import type { ProviderRequest } from "./provider_request.ts";
import { matchEncoded } from "./match_encoded.ts";

/** A shorter secret is removed as a whole word only: it would blank the server's words. */
const MIN_LENGTH = 4;

/** The names of headers of which even shorter values are secret. */
const SECRET_HEADER = /key|token|secret|auth|cookie/i;

const MARK = "[secret]";

/** How much of a server's words an error repeats, in UTF-16 code units; as much as of an error body. */
const MAX_WORDS = 64 * 1024;

/**
 * What was sent that no error may repeat, although a server does: the values of all headers but the
 * content type, the key among them, and the query of the address. A key that is not sent is no
 * secret of the answer: people write words such as "ollama" where a local server needs none.
 */
export class Redactor {
  /** Longest first, so that none hides a part of another one. */
  readonly #secrets: readonly string[];
  readonly #mark: string;

  constructor({ url, init }: ProviderRequest) {
    const { "Content-Type": _, ...headers } = init.headers ?? {};
    const found = [
      ...Object.entries(headers).flatMap(secretsInHeader),
      ...secretsInQuery(new URL(url)).filter(isLong),
    ];
    this.#secrets = [...new Set(found)].filter(Boolean).sort((a, b) => b.length - a.length);
    this.#mark = this.#secrets.some((secret) => MARK.includes(secret)) ? "[…]" : MARK;
  }

  /** The text without any secret, and not too long for an error. */
  removeFrom<Text extends string | undefined>(text: Text): Text {
    if (text === undefined) return text;
    const words = text.length <= MAX_WORDS ? text : `${text.slice(0, MAX_WORDS)}…`;
    if (this.#secrets.length === 0) return words as Text;
    let clean = "";
    let start = 0;
    for (let index = 0; index < words.length; index++) {
      const end = this.#endOfSecret(words, index);
      if (end === index) continue;
      clean += words.slice(start, index) + this.#mark;
      start = end;
      index = end - 1;
    }
    return clean + words.slice(start) as Text;
  }

  /** Where the longest secret that begins at `start` ends; `start` itself if none begins there. */
  #endOfSecret(words: string, start: number): number {
    for (const secret of this.#secrets) {
      const end = matchEncoded(words, start, { secret, leastCut: MIN_LENGTH });
      if (end > start && (isLong(secret) || isWord(words, start, end))) return end;
    }
    return start;
  }
}

function isLong(secret: string): boolean {
  return secret.length >= MIN_LENGTH;
}

function isWord(text: string, start: number, end: number): boolean {
  return !/\w/.test(text[start - 1] ?? "") && !/\w/.test(text[end] ?? "");
}

/** The whole value, what stands behind its scheme, and the values of cookies. */
function secretsInHeader([name, value]: [string, string]): string[] {
  const whole = value.trim();
  const values = [whole, whole.replace(/^(?:Bearer|Basic|Token|ApiKey|Digest) +/i, "")];
  if (/cookie/i.test(name)) {
    values.push(...whole.split(";").map((pair) => pair.slice(pair.indexOf("=") + 1).trim()));
  }
  return SECRET_HEADER.test(name) ? values : values.filter(isLong);
}

/** The query as it stands in the address, and each of its values. */
function secretsInQuery({ search, searchParams }: URL): string[] {
  const raw = search.slice(1).split("&").map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [search.slice(1), ...raw, ...searchParams.values()];
}
