// Copyright 2026 the Rivulet authors. MIT license.

// A fault of the engine up to 0.2.86: it hands on each token before it knows whether that is the
// beginning of a stop string, and cannot take it back.

import { asObject, asText } from "../../core/json.ts";

/** The chunks of one answer. */
export type Chunks = AsyncIterator<unknown, unknown, undefined>;

export interface StopStrings {
  /** What ends an answer and is no part of it. */
  readonly stops: readonly string[];
  /** The whole answer as the engine has cut it; undefined where this version does not tell. */
  readonly wholeAnswer: () => Promise<string | undefined>;
}

/** The same chunks without the beginning of the stop string that ended them. */
export function withoutStopStrings(
  chunks: Chunks,
  { stops, wholeAnswer }: StopStrings,
): Chunks {
  if (stops.length === 0) return chunks;
  let held = "";
  let handedOn = 0;
  return {
    ...(chunks.return && { return: () => chunks.return!() }),
    async next() {
      const step = await chunks.next();
      const { choices } = asObject(step.value);
      if (step.done || !Array.isArray(choices) || choices.length === 0) return step;
      const choice = asObject(choices[0]);
      let text = held + (asText(asObject(choice.delta).content) ?? "");
      const isLast = typeof choice.finish_reason === "string";
      const kept = isLast ? 0 : lengthOfBeginning(text, stops);
      held = text.slice(text.length - kept);
      text = text.slice(0, text.length - kept);
      if (isLast && text !== "") {
        const { length = Infinity } = await wholeAnswer() ?? {};
        text = text.slice(0, Math.max(0, length - handedOn));
      }
      handedOn += text.length;
      const delta = { ...asObject(choice.delta), content: text };
      const value = { ...asObject(step.value), choices: [{ ...choice, delta }] };
      return { done: false, value };
    },
  };
}

/** How much of a text's end is the beginning of a stop string, which may go on. */
function lengthOfBeginning(text: string, stops: readonly string[]): number {
  const longest = Math.max(...stops.map(({ length }) => length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length--) {
    const end = text.slice(text.length - length);
    if (stops.some((stop) => stop.startsWith(end))) return length;
  }
  return 0;
}
