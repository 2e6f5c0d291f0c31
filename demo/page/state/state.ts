// Copyright 2026 the Rivulet authors. MIT license.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { fitFilters } from "../../stars/counts.ts";
import { type Filters, NO_FILTERS } from "../../stars/filters.ts";
import type { Collection } from "../../stars/repository.ts";
import type { SortOrder } from "../../stars/sort.ts";
import type { SavedStars } from "../../stars/star_sync.ts";
import type { Matches } from "../search/matches.ts";
import type { SearchTrouble } from "../search/search_trouble.ts";
import type { KeptAnswer } from "../storage/kept_answer.ts";
import type { StorageTrouble } from "../storage/trouble.ts";
import type { Settings } from "../storage/settings.ts";
import type { Asked } from "./asked.ts";
import type { OpenDialog } from "./dialogs.ts";
import type { TargetStates } from "./target_state.ts";
import type { GraphicsSupport } from "./graphics_support.ts";
import type { LedgerEntry } from "./ledger.ts";
import type { MeaningsReading } from "./meanings_reading.ts";
import { isRunning } from "./phase.ts";
import type { ReadmesState } from "./readmes_state.ts";
import type { StarsReading } from "./stars_reading.ts";

/**
 * As many as a question carries: the library's TOP_K_LIMIT. It is not loaded before something is
 * asked.
 */
export const MATCH_COUNT = 8;

/** Everything that the page shows comes from here; views read it, actions change it. */
export interface State {
  readonly settings: Signal<Settings>;
  /** What is searched. */
  readonly collection: Signal<Collection>;
  /** The stars that are searched; undefined for the sample. */
  readonly stars: Signal<SavedStars | undefined>;
  readonly starsReading: Signal<StarsReading>;
  /** A link names the stars of this user, which are not those that are searched. */
  readonly linkedUser: Signal<string | undefined>;
  /** What stands in the question box. */
  readonly question: Signal<string>;
  /** What the page has to say of what was typed, such as that it was too long. */
  readonly boxNote: Signal<string | undefined>;
  /** The filters that were picked; those that fit the list are in `filters`. */
  readonly pickedFilters: Signal<Filters>;
  readonly sort: Signal<SortOrder>;
  /** How many matches are listed. */
  readonly limit: Signal<number>;
  /** The full names that do not go to a model. */
  readonly leftOut: Signal<ReadonlySet<string>>;
  /** The matches of what stands in the box, or of the example. */
  readonly found: Signal<Matches | undefined>;
  /** How much of the list can be searched. */
  readonly indexed: Signal<{ readonly count: number; readonly isComplete: boolean }>;
  readonly searchTrouble: Signal<SearchTrouble | undefined>;
  /** The question that was asked last, with its answer. */
  readonly asked: Signal<Asked | undefined>;
  /** An answer that was left: it comes back where the new question gets none, or is not asked. */
  readonly earlier: Signal<Asked | undefined>;
  /** The sources stay in sight although something else stands in the box. */
  readonly pinsSources: Signal<boolean>;
  /** The turn whose sources are in view; undefined for the last one. */
  readonly turn: Signal<Asked | undefined>;
  /** The source that a citation has led to, and the id of that citation. */
  readonly reached: Signal<{ readonly number: number; readonly origin: string } | undefined>;
  readonly targets: Signal<TargetStates>;
  /** Undefined until the browser has told. */
  readonly graphics: Signal<GraphicsSupport | undefined>;
  readonly meaningsReading: Signal<MeaningsReading>;
  /** The name of the model whose meanings are searched. */
  readonly meaningsModel: Signal<string | undefined>;
  readonly readmes: Signal<ReadmesState>;
  readonly ledger: Signal<readonly LedgerEntry[]>;
  readonly storageTrouble: Signal<StorageTrouble | undefined>;
  /** The answers that are kept, newest first. */
  readonly kept: Signal<readonly KeptAnswer[]>;
  readonly dialog: Signal<OpenDialog | undefined>;
  /** What a screen reader is told. */
  readonly said: Signal<string>;
  readonly isOnline: Signal<boolean>;
  /** Something that went wrong with the page itself. */
  readonly pageTrouble: Signal<string | undefined>;
  /** The host has a newer version of the page. */
  readonly hasNewVersion: Signal<boolean>;
  /** Everything was to be deleted, here or in another tab: nothing may be kept any more. */
  readonly isDeleted: Signal<boolean>;
  /** A clock that ticks while something is waited for, as `performance.now()`. */
  readonly now: Signal<number>;

  /** What is searched for in the sample until something is typed. */
  readonly example: string;
  /** The filters that work, which are those that can be seen. */
  readonly filters: ReadonlySignal<Filters>;
  /** What is searched for. With an empty box it is what was asked, and an example before that. */
  readonly searched: ReadonlySignal<string>;
  readonly isSample: ReadonlySignal<boolean>;
  readonly isBusy: ReadonlySignal<boolean>;
  /** Whether something else stands in the box than what was asked. */
  readonly isChanged: ReadonlySignal<boolean>;
  /** Whether the sources of the answer are listed, and not the matches of the box. */
  readonly showsSources: ReadonlySignal<boolean>;
}

/** Where the page starts from. */
export interface StateStart extends Pick<State, "example"> {
  readonly settings: Settings;
  readonly collection: Collection;
}

/** The state of a page that was just opened. */
export function createState({ settings, collection, example }: StateStart): State {
  const own = {
    settings: signal(settings),
    collection: signal(collection),
    stars: signal<SavedStars | undefined>(undefined),
    starsReading: signal<StarsReading>({ kind: "idle" }),
    linkedUser: signal<string | undefined>(undefined),
    question: signal(""),
    boxNote: signal<string | undefined>(undefined),
    pickedFilters: signal<Filters>(NO_FILTERS),
    sort: signal<SortOrder>("best"),
    limit: signal(MATCH_COUNT),
    leftOut: signal<ReadonlySet<string>>(new Set<string>()),
    found: signal<Matches | undefined>(undefined),
    indexed: signal({ count: 0, isComplete: false }),
    searchTrouble: signal<SearchTrouble | undefined>(undefined),
    asked: signal<Asked | undefined>(undefined),
    earlier: signal<Asked | undefined>(undefined),
    pinsSources: signal(false),
    turn: signal<Asked | undefined>(undefined),
    reached: signal<{ number: number; origin: string } | undefined>(undefined),
    targets: signal<TargetStates>(new Map()),
    graphics: signal<GraphicsSupport | undefined>(undefined),
    meaningsReading: signal<MeaningsReading>({ kind: "idle" }),
    meaningsModel: signal<string | undefined>(undefined),
    readmes: signal<ReadmesState>({ known: new Map(), step: { kind: "idle" } }),
    ledger: signal<readonly LedgerEntry[]>([]),
    storageTrouble: signal<StorageTrouble | undefined>(undefined),
    kept: signal<readonly KeptAnswer[]>([]),
    dialog: signal<OpenDialog | undefined>(undefined),
    said: signal(""),
    isOnline: signal(true),
    pageTrouble: signal<string | undefined>(undefined),
    hasNewVersion: signal(false),
    isDeleted: signal(false),
    now: signal(0),
  };
  const isSample = computed(() => own.stars.value === undefined);
  const filters = computed(() =>
    fitFilters(own.pickedFilters.value, own.collection.value.repositories)
  );
  const searched = computed(() => {
    const question = own.question.value.trim() || own.asked.value?.question;
    return question ?? (isSample.value ? example : "");
  });
  const isBusy = computed(() => isRunning(own.asked.value?.phase.value));
  const isChanged = computed(() => {
    const question = own.question.value.trim();
    return question !== "" && own.asked.value !== undefined &&
      question !== own.asked.value.question;
  });
  const showsSources = computed(() =>
    (own.asked.value?.matches.value?.repositories.length ?? 0) > 0 &&
    (own.pinsSources.value || !isChanged.value)
  );
  return { ...own, example, isSample, filters, searched, isBusy, isChanged, showsSources };
}
