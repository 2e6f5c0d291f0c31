// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { Repository } from "../../stars/repository.ts";
import { buildSnippet } from "../../stars/snippet.ts";
import { usePage } from "../page.ts";
import type { Asked } from "../state/asked.ts";
import { proseOf } from "../state/readmes_state.ts";

/** What a model reads of a match, to the letter. */
export function Snippet(
  { repository, asked }: { repository: Repository; asked: Asked | undefined },
): JSX.Element {
  const { state } = usePage();
  const countsAsOf = asked === undefined ? state.collection.value.countsAsOf : asked.countsAsOf;
  const readme = proseOf(state.readmes.value, repository.fullName);
  return <pre class="snippet" tabIndex={0}>{buildSnippet(repository, { countsAsOf, readme })}</pre>;
}
