// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { pageOf, type Repository } from "../../stars/repository.ts";
import type { Signal } from "@preact/signals";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { copyText } from "../parts/copy_button.tsx";
import { sentWords } from "../messages/source_words.ts";
import { say, typeInBox } from "../actions/actions.ts";
import { likeWords } from "../search/like.ts";
import { toggleLeftOut } from "../actions/source_actions.ts";

/** What can be done with one match. */
export function RowActions(
  { repository, isSource, isLeftOut, showsSnippet }: {
    repository: Repository;
    /** Whether an answer was made from it already. */
    isSource: boolean;
    isLeftOut: boolean;
    showsSnippet: Signal<boolean>;
  },
): JSX.Element {
  const { state } = usePage();
  const { fullName } = repository;
  return (
    <>
      <Button
        onClick={() => {
          showsSnippet.value = !showsSnippet.value;
          say(state, sentWords(showsSnippet.value));
        }}
      >
        {showsSnippet.value ? "Hide the text" : "Text sent to the model"}
      </Button>
      <Button onClick={() => typeInBox(state, likeWords(fullName))}>More like this</Button>
      <Button
        onClick={async () => {
          say(state, await copyText(pageOf(repository)) ? "Link copied." : "Not allowed.");
        }}
      >
        Copy link
      </Button>
      {!isSource && (
        <Button onClick={() => toggleLeftOut(state, fullName)}>
          {isLeftOut ? "Take into the answer" : "Leave out of the answer"}
        </Button>
      )}
    </>
  );
}
