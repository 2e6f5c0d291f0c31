// Copyright 2026 the Rivulet authors. MIT license.

/** What local servers load a model with where nobody says otherwise; they drop the rest unsaid. */
const USUAL_TOKENS = 4096;

/** For the answer, and for what a server adds to a question. */
const RESERVE_TOKENS = 1024;

/** Characters of a token in plain English and code, on the safe side; of other letters one. */
const CHARACTERS = 3;

/**
 * For how many tokens a model has to have room to read these texts and answer, as a power of two;
 * undefined where it has that anyway. An estimate, since each model counts otherwise.
 */
export function roomFor(texts: readonly string[]): number | undefined {
  const tokens = texts.reduce((sum, text) => sum + estimate(text), RESERVE_TOKENS);
  return tokens <= USUAL_TOKENS ? undefined : 2 ** Math.ceil(Math.log2(tokens));
}

function estimate(text: string): number {
  // deno-lint-ignore no-control-regex -- all of ASCII is meant
  const others = text.match(/[^\x00-\x7f]/g)?.length ?? 0;
  return Math.ceil((text.length - others) / CHARACTERS) + others;
}
