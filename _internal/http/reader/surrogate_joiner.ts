// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMStreamPart } from "../../core/types.ts";

/**
 * Keeps characters whole: JSON may cut an emoji between two chunks, each of which then holds half of
 * a UTF-16 pair and is no well-formed text. The first half waits for the next token, or for the end.
 */
export class SurrogateJoiner {
  #token = "";
  #reasoning = "";

  /** Whether half of a character waits for the rest of its token. */
  get isCut(): boolean {
    return this.#token !== "";
  }

  /** The part with what was held back before it, without what waits for the next one. */
  take(part: LLMStreamPart): LLMStreamPart {
    const { token, reasoning } = part;
    const isWhole = this.#token === "" && this.#reasoning === "" && !endsInHalf(token) &&
      !endsInHalf(reasoning);
    if (isWhole) return part;
    const ends = part.done || part.failure !== undefined;
    const [wholeToken, heldToken] = cut(this.#token, token, ends);
    const [wholeReasoning, heldReasoning] = cut(this.#reasoning, reasoning, ends);
    this.#token = heldToken;
    this.#reasoning = heldReasoning;
    return { ...part, token: wholeToken, reasoning: wholeReasoning };
  }

  /** What was held back for a text that has not come. */
  end(): LLMStreamPart[] {
    const rest = { token: this.#token, reasoning: this.#reasoning };
    this.#token = this.#reasoning = "";
    return rest.token || rest.reasoning ? [rest] : [];
  }
}

/** The text to hand on and the half of a pair to hold back. */
function cut(
  held: string,
  text: string | undefined,
  ends: boolean | undefined,
): [whole: string | undefined, held: string] {
  if (text === undefined && !ends) return [undefined, held];
  const joined = held + (text ?? "");
  if (ends || !endsInHalf(joined)) return [joined, ""];
  return [joined.slice(0, -1), joined.slice(-1)];
}

/** Whether the last code unit is the first half of a pair. */
export function endsInHalf(text: string | undefined): boolean {
  const last = text?.charCodeAt(text.length - 1) ?? 0;
  return last >= 0xd800 && last <= 0xdbff;
}
