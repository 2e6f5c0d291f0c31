// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { factsOf } from "../../stars/facts.ts";
import { markWords } from "../../stars/marks.ts";
import { pageOf, type Repository } from "../../stars/repository.ts";
import { pickFilters } from "../actions/actions.ts";
import { usePage } from "../core/page.ts";
import { Menu } from "../parts/menu.tsx";
import { OutsideLink } from "../parts/outside_link.tsx";
import type { Asked } from "../state/asked.ts";
import { readmeWords } from "../messages/readme_words.ts";
import { languageColour } from "./language_colours.ts";
import { RowActions, Snippet } from "./lazy_views.ts";

/** So many topics are shown of a row. */
const MOST_TOPICS = 2;

/** One match. The number is its place, by which an answer cites it. */
export function MatchRow(
  { repository, number, terms, isCited, asked }: {
    repository: Repository;
    number: number;
    terms: readonly string[];
    isCited: boolean;
    asked: Asked | undefined;
  },
): JSX.Element {
  const { state } = usePage();
  const showsSnippet = useSignal(false);
  const row = useRef<HTMLLIElement>(null);
  const { fullName, description } = repository;
  const [owner = "", name = ""] = fullName.split("/");
  const reached = state.reached.value;
  const isReached = asked !== undefined && reached?.number === number;
  useEffect(() => {
    if (!isReached) return;
    row.current?.focus();
    row.current?.scrollIntoView({ block: "nearest" });
  }, [isReached, reached]);
  const isLeftOut = asked === undefined && state.leftOut.value.has(fullName);
  const classes = ["card", isCited && "cited", isLeftOut && "left-out"].filter(Boolean).join(" ");
  return (
    <li class={classes} tabIndex={-1} data-number={number} ref={row}>
      <span class="number" aria-hidden="true">{number}</span>
      <div class="body">
        <OutsideLink address={pageOf(repository)} className="name">
          <Marked text={owner} terms={terms} />/<wbr />
          <Marked text={name} terms={terms} />
        </OutsideLink>
        {repository.archived && <span class="tag archived">Archived</span>}
        {description !== "" && (
          <p class="description" dir="auto">
            <Marked text={description} terms={terms} />
          </p>
        )}
      </div>
      <Facts repository={repository} isCited={isCited} isLeftOut={isLeftOut} />
      <Menu label={`More about ${fullName}`}>
        <RowActions
          repository={repository}
          isSource={asked !== undefined}
          isLeftOut={isLeftOut}
          showsSnippet={showsSnippet}
        />
      </Menu>
      {showsSnippet.value && <Snippet repository={repository} asked={asked} />}
      {isReached && <BackToAnswer origin={reached!.origin} />}
    </li>
  );
}

/** The words that were looked for stand out. */
function Marked({ text, terms }: { text: string; terms: readonly string[] }): JSX.Element {
  return (
    <>
      {markWords(text, terms).map(({ text: part, isMarked }, index) =>
        isMarked ? <mark key={index}>{part}</mark> : part
      )}
    </>
  );
}

function Facts(
  { repository, isCited, isLeftOut }: {
    repository: Repository;
    isCited: boolean;
    isLeftOut: boolean;
  },
): JSX.Element {
  const { state } = usePage();
  const readme = readmeWords(state.readmes.value.known.get(repository.fullName));
  const facts = factsOf(repository)
    .filter(({ kind }) => kind !== "license" && kind !== "archived");
  return (
    <p class="facts">
      {facts.map(({ kind, words }) => (
        <span key={kind} class={kind}>
          {kind === "language" && <i style={{ background: languageColour(words) }} />}
          {words}
        </span>
      ))}
      {isCited && <span class="unseen">in the answer</span>}
      {isLeftOut && (
        <span class="left">
          <strong>left out of the answer</strong>
        </span>
      )}
      {readme !== undefined && <span class="readme">{readme}</span>}
      {repository.topics.slice(0, MOST_TOPICS).map((topic) => (
        <button
          type="button"
          class="tag"
          key={topic}
          aria-label={`Only ${topic}`}
          onClick={() => pickFilters(state, { topic })}
        >
          {topic}
        </button>
      ))}
    </p>
  );
}

/** The way back to the place in the answer from which the match was reached. */
function BackToAnswer({ origin }: { origin: string }): JSX.Element {
  const { state } = usePage();
  return (
    <button
      type="button"
      class="link back"
      onClick={() => {
        state.reached.value = undefined;
        document.getElementById(origin)?.focus();
      }}
    >
      Back to answer
    </button>
  );
}
