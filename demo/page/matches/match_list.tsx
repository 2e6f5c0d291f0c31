// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { Repository } from "../../stars/repository.ts";
import type { Asked } from "../state/asked.ts";
import { MatchRow } from "./match_row.tsx";
import { moveInList } from "./move_in_list.ts";

/** The numbered matches. */
export function MatchList(
  { repositories, terms, asked, isFolded = false }: {
    repositories: readonly Repository[];
    /** For each match the words that it was found by. */
    terms: readonly (readonly string[])[];
    /** The question whose sources these are. */
    asked?: Asked;
    /** Whether those that the answer does not cite are folded away. */
    isFolded?: boolean;
  },
): JSX.Element {
  const cited = asked?.cited.value ?? [];
  return (
    <ol class={asked === undefined ? "cards" : "cards sources"} onKeyDown={moveInList}>
      {repositories.map((repository, index) =>
        (!isFolded || cited.includes(index + 1)) && (
          <MatchRow
            key={repository.fullName}
            repository={repository}
            number={index + 1}
            terms={terms[index] ?? []}
            isCited={cited.includes(index + 1)}
            asked={asked}
          />
        )
      )}
    </ol>
  );
}
