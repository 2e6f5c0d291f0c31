// Copyright 2026 the Rivulet authors. MIT license.

import type { TypedFilter } from "../../stars/typed_filter.ts";
import type { ListWish } from "../../stars/list_question.ts";
import type { Repository } from "../../stars/repository.ts";
import type { WordAlone } from "../../stars/words_alone.ts";

/** Whose meaning took part in a ranking. */
export type ComparedWith = "question" | "matches" | "nothing";

/** What a search found. */
export interface Matches {
  /** As it stood in the box; `""` where nothing was asked yet. */
  readonly question: string;
  /** What of it was looked for, without the filters; undefined where nothing was. */
  readonly words?: string | undefined;
  readonly typed: readonly TypedFilter[];
  /** Languages that the question names, to be offered as filters. */
  readonly offered: readonly TypedFilter[];
  /** What the question asks of the list itself. */
  readonly list?: ListWish | undefined;
  readonly repositories: readonly Repository[];
  /** The words of each that matched, in the order of the repositories. */
  readonly terms: readonly (readonly string[])[];
  /** How many there are, also those above the limit. */
  readonly total: number;
  /** Whose meaning took part in the ranking. */
  readonly comparedWith: ComparedWith;
  /** Where there are none: the words of the question that find something alone. */
  readonly alone?: readonly WordAlone[] | undefined;
  /** What a model reads in place of the words, which have typing errors. */
  readonly reads?: string | undefined;
}
