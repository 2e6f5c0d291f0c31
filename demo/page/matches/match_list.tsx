// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { citedSources } from "../../stars/citations.ts";
import type { Repository } from "../../stars/repository.ts";
import type { Asked } from "../state/asked.ts";
import { isOver } from "../state/phase.ts";
import { MatchRow } from "./match_row.tsx";
import { moveInList } from "./move_in_list.ts";

/** The numbered matches. */
export function MatchList(
  { repositories, terms, asked }: {
    repositories: readonly Repository[];
    /** For each match the words that it was found by. */
    terms: readonly (readonly string[])[];
    /** The question whose sources these are. */
    asked?: Asked;
  },
): JSX.Element {
  // While an answer comes, a citation in it is no more than a beginning.
  const isCited = asked !== undefined && isOver(asked.phase.value);
  const cited = isCited ? citedSources(asked.text.value, repositories) : [];
  return (
    <ol class="cards" onKeyDown={moveInList}>
      {repositories.map((repository, index) => (
        <MatchRow
          key={repository.fullName}
          repository={repository}
          number={index + 1}
          terms={terms[index] ?? []}
          isCited={cited.includes(index + 1)}
          asked={asked}
        />
      ))}
    </ol>
  );
}
