// Copyright 2026 the Rivulet authors. MIT license.

import type { TypedFilter } from "./typed_filter.ts";
import { STOP_WORDS } from "./searched_terms.ts";

// What people wish in plain words. Only the ordinary forms are taken, since a filter hides what a
// word that was taken wrongly only puts lower.

/** Languages that are no other word after "in". */
const LANGUAGES = "rust golang java javascript typescript python ruby php kotlin haskell elixir " +
  "erlang clojure scala perl lua zig nim ocaml dart julia powershell c\\+\\+ cpp c# csharp f# " +
  "fsharp objective-c js ts";
/** After these the words may go on: "not in go routines" says nothing of Go. */
const SHORT = "go c r d swift";

const any = (names: string) => names.split(" ").join("|");
const END = String.raw`(?=$|[,.;!?)]|\s+(?:and|or|but|that|which|with|without|for|not|to)\b)`;

const LANGUAGE = String.raw`in\s+(?:(${any(LANGUAGES)})(?![\p{L}\p{N}+#-])|(${any(SHORT)})${END})`;
const WRITTEN = String.raw`(?:(?:written|made|built|coded)\s+)?`;
const IN_LANGUAGE = new RegExp(String.raw`(?<![\p{L}\p{N}])(not\s+)?${WRITTEN}${LANGUAGE}`, "giu");

/** One word; what goes on behind it is looked for. */
const THING = String.raw`((?:an?\s+|any\s+|the\s+)?([\p{L}\p{N}][\p{L}\p{N}.+#-]*))`;
const NOT_WANTED = new RegExp(
  String
    .raw`(?<![\p{L}\p{N}-])(?:without|(?:(?<=^|[,;]\s*|\b(?:and|but|with)\s+)no)|(?:(?<=[,;]\s*|\bbut\s+)not))\s+` +
    THING + String.raw`(?=$|[,.;!?)]|\s)`,
  "giu",
);

/** What follows "no" or "without" in set phrases, which name no thing. */
const NO_THINGS = new Set(
  "code more longer one matter idea need problem way only so even just too very limit limits loss"
    .split(" "),
);

/** What a text does not want, in its order. */
export function findWishes(text: string): TypedFilter[] {
  const unwanted = [...text.matchAll(NOT_WANTED)]
    .filter((match) => isThing(match[2]!))
    .map((match): TypedFilter => ({
      kind: "word",
      value: match[2]!.replace(/[.-]+$/, ""),
      start: match.index,
      end: match.index + match[0].length,
      isNot: true,
    }));
  return [...languagesIn(text).filter(({ isNot }) => isNot), ...unwanted]
    .sort((one, other) => one.start - other.start);
}

/**
 * The languages that a text names as "in Go", to be offered as filters and not more: of what people
 * list under "Charts in JavaScript", such a filter loses one of eight, see docs/retrieval.md.
 */
export function languagesToOffer(text: string): TypedFilter[] {
  return languagesIn(text).filter(({ isNot }) => !isNot);
}

function languagesIn(text: string): TypedFilter[] {
  return [...text.matchAll(IN_LANGUAGE)].map((match) => ({
    kind: "language",
    value: (match[2] ?? match[3])!,
    start: match.index,
    end: match.index + match[0].length,
    ...(match[1] === undefined ? {} : { isNot: true }),
  }));
}

function isThing(word: string): boolean {
  const small = word.toLowerCase();
  return small.length > 1 && !small.endsWith("ing") && !STOP_WORDS.has(small) &&
    !NO_THINGS.has(small);
}
