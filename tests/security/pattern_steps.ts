// Copyright 2026 the Rivulet authors. MIT license.

// Runs a pattern as an engine that backtracks does, and counts its steps.

import { type AST, parseRegExpLiteral } from "@eslint-community/regexpp";

/** Matches from a place on, and asks what follows whether it matches behind that. */
type Match = (start: number, next: (end: number) => boolean) => boolean;

type Node = AST.Element | AST.Alternative;

/** A pattern with more steps than this is not run to its end. */
export const MAX_STEPS = 200_000;

/** No pattern looks back further. */
const MAX_LOOKBEHIND = 8;

class TooManySteps extends Error {}

/** The steps that it takes to find all matches in a text; `MAX_STEPS` if there are more. */
export function countSteps(pattern: RegExp, text: string): number {
  const { pattern: { alternatives }, flags } = parseRegExpLiteral(pattern);
  const run = new Run(text, flags);
  const match = run.oneOf(alternatives);
  try {
    for (let start = 0; start <= text.length;) {
      let end = start;
      const found = match(start, (place) => {
        end = place;
        return true;
      });
      if (!found && flags.sticky) break;
      start = Math.max(end, start + 1);
    }
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
  }
  return run.steps;
}

/** Whether a node of one character stands for this one. */
export function standsFor({ raw }: { raw: string }, character: string, flags: AST.Flags): boolean {
  const key = `${raw} ${flags.raw} ${character}`;
  let stands = known.get(key);
  if (stands === undefined) {
    stands = new RegExp(`^(?:${raw})$`, flags.raw.replace(/[gym]/g, "")).test(character);
    known.set(key, stands);
  }
  return stands;
}

const known = new Map<string, boolean>();

class Run {
  steps = 0;
  readonly #text: string;
  readonly #flags: AST.Flags;

  constructor(text: string, flags: AST.Flags) {
    this.#text = text;
    this.#flags = flags;
  }

  oneOf(alternatives: readonly Node[]): Match {
    const matches = alternatives.map((each) => this.#compile(each));
    return (start, next) => matches.some((match) => match(start, next));
  }

  #step(): void {
    if (++this.steps === MAX_STEPS) throw new TooManySteps();
  }

  #compile(node: Node): Match {
    switch (node.type) {
      case "Alternative":
        return node.elements.map((each) => this.#compile(each)).reduceRight<Match>(
          (rest, match) => (start, next) => match(start, (end) => rest(end, next)),
          (start, next) => next(start),
        );
      case "Group":
      case "CapturingGroup":
        return this.oneOf(node.alternatives);
      case "Quantifier":
        return this.#repeat(node);
      case "Assertion":
        return this.#assert(node);
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return (start, next) => {
          this.#step();
          const character = this.#text[start];
          return character !== undefined && standsFor(node, character, this.#flags) &&
            next(start + 1);
        };
      default:
        throw new Error(`Teach this test what ${node.raw} means`);
    }
  }

  #repeat({ element, min, max, greedy }: AST.Quantifier): Match {
    const match = this.#compile(element);
    const from = (start: number, count: number, next: (end: number) => boolean): boolean => {
      this.#step();
      const more = () =>
        count < max && match(start, (end) => end > start && from(end, count + 1, next));
      const enough = () => count >= min && next(start);
      return greedy ? more() || enough() : enough() || more();
    };
    return (start, next) => from(start, 0, next);
  }

  #assert(node: AST.Assertion): Match {
    const holds = this.#condition(node);
    return (start, next) => {
      this.#step();
      return holds(start) && next(start);
    };
  }

  #condition(node: AST.Assertion): (place: number) => boolean {
    const text = this.#text;
    const isWord = (place: number) => /\w/.test(text[place] ?? "");
    switch (node.kind) {
      case "start":
        return (place) => place === 0 || (this.#flags.multiline && text[place - 1] === "\n");
      case "end":
        return (place) => place === text.length || (this.#flags.multiline && text[place] === "\n");
      case "word":
        return (place) => (isWord(place) !== isWord(place - 1)) !== node.negate;
      case "lookahead": {
        const match = this.oneOf(node.alternatives);
        return (place) => match(place, () => true) !== node.negate;
      }
      case "lookbehind": {
        const match = this.oneOf(node.alternatives);
        return (place) => {
          let found = false;
          for (let start = place; start >= Math.max(0, place - MAX_LOOKBEHIND) && !found; start--) {
            found = match(start, (end) => end === place);
          }
          return found !== node.negate;
        };
      }
    }
  }
}
