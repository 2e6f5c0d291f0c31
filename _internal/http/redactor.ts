// Copyright 2026 the Rivulet authors. MIT license.

import { matchEncoded } from "./match_encoded.ts";
import type { ProviderRequest } from "./provider_request.ts";
import { isLong, MIN_SECRET_LENGTH, secretsOf } from "./secrets.ts";

const MARK = "[secret]";

/** How much of a server's words an error repeats, in UTF-16 code units; as much as of an error body. */
const MAX_WORDS = 64 * 1024;

/** Removes what was sent in secret from what an error repeats. Made only once something failed. */
export class Redactor {
  readonly #secrets: readonly string[];
  readonly #mark: string;

  constructor(request: ProviderRequest) {
    this.#secrets = secretsOf(request);
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
      const end = matchEncoded(words, start, { secret, leastCut: MIN_SECRET_LENGTH });
      if (end > start && (isLong(secret) || isWord(words, start, end))) return end;
    }
    return start;
  }
}

function isWord(text: string, start: number, end: number): boolean {
  return !/\w/.test(text[start - 1] ?? "") && !/\w/.test(text[end] ?? "");
}
