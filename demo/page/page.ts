// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../stars/repository.ts";
import type { Stage } from "./answer/stage.ts";
import type { Cell } from "./cell.ts";
import type { EngineStates } from "./engines/engine_states.ts";
import type { Keys } from "./engines/keys.ts";
import type { FilterBar } from "./matches/filters.ts";
import type { MatchList } from "./matches/match_list.ts";
import type { Ledger } from "./privacy/ledger.ts";
import type { FetchReadme, Readmes } from "./readmes/readmes.ts";
import type { LiveSearch } from "./search/live_search.ts";
import type { QuestionMeaning } from "./search/messages.ts";
import type { Matches, Searcher } from "./search/searcher.ts";
import type { Settings } from "./settings.ts";
import type { StarShelf } from "./stars/star_shelf.ts";
import type { StarsReader } from "./stars/stars_reader.ts";

/** The parts of the page that are there from the start. */
export interface Page {
  readonly settings: Cell<Settings>;
  readonly collection: Cell<Collection>;
  readonly states: EngineStates;
  readonly keys: Keys;
  readonly shelf: StarShelf;
  readonly ledger: Ledger;
  readonly readmes: Readmes;
  readonly searcher: Searcher;
  readonly search: LiveSearch;
  readonly filters: FilterBar;
  readonly list: MatchList;
  readonly stage: Stage;
  readonly reader: StarsReader;
  /** What stands in the place of the answer before there is one. */
  showStart(): void;
  /** Shows these matches, which may be those of an earlier question. */
  showMatches(matches: Matches): void;
  /** Puts a question into the box. */
  setQuestion(question: string): void;
  /** While an answer comes, the button of the box stops it. */
  setBusy(isBusy: boolean): void;
  /** Keeps no settings any more. */
  stopKeeping(): void;
}

/** What needs the library, and so is loaded when the page is first used. */
export interface Late {
  ask(question: string): void;
  stop(): void;
  openStars(focusOn?: "user" | "token"): void;
  openEngine(): void;
  openPrivacy(): void;
  readonly fetchReadme: FetchReadme;
  /** Takes the meanings that are kept for the list of now. */
  restoreMeanings(): void;
  /** Reads the meanings of what is new in the list. */
  readMeanings(): void;
  embedQuestion(question: string): Promise<QuestionMeaning>;
  /** The model whose meanings are searched. */
  readonly meaningsModel: string | undefined;
}
