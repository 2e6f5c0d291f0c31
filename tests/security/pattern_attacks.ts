// Copyright 2026 the Rivulet authors. MIT license.

import { type AST, parseRegExpLiteral, visitRegExpAST } from "@eslint-community/regexpp";
import { standsFor } from "./pattern_steps.ts";

/** A text that may make a pattern slow: a part of what it matches, again and again. */
export interface Attack {
  before: string;
  repeated: string;
  after: string;
}

/** Characters to pick from for those of a pattern; the first that fits stands for it. */
const CHARACTERS = [
  ..."a0_ -/.:;,\"'`*#[](){}<>=?!&|\\~+@$%^\n\t\rAzfqéß\u200b\ud83d\ufeff\u0301一",
];

/** What may keep a pattern from matching at last. */
const ENDS = ["", "\n", "a", "!"];

/**
 * Attacks made of the pattern itself: of each row of parts that follow one another in it. None on a
 * pattern without a part that may come in any number.
 */
export function attacksOn(pattern: RegExp): Attack[] {
  const { pattern: root, flags } = parseRegExpLiteral(pattern);
  const rows = new Set<string>();
  let isEndless = false;
  visitRegExpAST(root, {
    onQuantifierEnter: ({ max }) => void (isEndless ||= max === Infinity),
    onAlternativeEnter({ elements }) {
      const borders = elements.flatMap((each, index) =>
        isInWord(each, elements[index - 1]) ? [] : [index]
      );
      for (const start of borders) {
        for (const end of [...borders, elements.length].filter((border) => border > start)) {
          for (const count of [1, 2]) {
            rows.add(elements.slice(start, end).map((each) => sample(each, flags, count)).join(""));
          }
        }
      }
    },
  });
  if (!isEndless) return [];
  rows.delete("");
  const befores = ["", "a", ...root.alternatives.map((each) => sample(each, flags, 1).slice(0, 1))];
  return [...rows].flatMap((repeated) =>
    [...new Set(befores)].flatMap((before) => ENDS.map((after) => ({ before, repeated, after })))
  );
}

/** Whether a character follows another one: a word counts as a whole. */
function isInWord(element: AST.Element, before: AST.Element | undefined): boolean {
  return element.type === "Character" && before?.type === "Character";
}

/** A text that a part of a pattern matches, with so many of what may come in any number. */
function sample(node: AST.Element | AST.Alternative, flags: AST.Flags, count: number): string {
  switch (node.type) {
    case "Alternative":
      return node.elements.map((each) => sample(each, flags, count)).join("");
    case "Group":
    case "CapturingGroup":
      // The last one: the first is often a place, such as the beginning.
      return sample(node.alternatives.at(-1)!, flags, count);
    case "Quantifier":
      return sample(node.element, flags, count).repeat(
        Math.max(node.min, Math.min(node.max, count)),
      );
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return CHARACTERS.find((each) => standsFor(node, each, flags)) ??
        (node.type === "Character" ? String.fromCodePoint(node.value) : "");
    default:
      return "";
  }
}
