// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { buildSnippet } from "../../stars/snippet.ts";
import type { Repository } from "../../stars/repository.ts";
import type { Asked } from "../state/asked.ts";
import { usePage } from "../core/page.ts";
import { proseOf } from "../state/readmes_state.ts";

/** What a model reads of a match, to the letter. */
export function Snippet(
  { repository, asked }: {
    repository: Repository;
    /** The question that it went with; undefined where it would go. */
    asked: Asked | undefined;
  },
): JSX.Element {
  const { state } = usePage();
  const countsAsOf = asked === undefined ? state.collection.value.countsAsOf : asked.countsAsOf;
  const readme = proseOf(state.readmes.value, repository.fullName);
  return <pre class="snippet" tabIndex={0}>{buildSnippet(repository, { countsAsOf, readme })}</pre>;
}
