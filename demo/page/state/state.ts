// Copyright 2026 the Rivulet authors. MIT license.

import { computed, signal } from "@preact/signals";
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

/** Where the page starts from. */
export interface StateStart {
  readonly settings: Settings;
  readonly collection: Collection;
  /** What is searched for in the sample until something is typed. */
  readonly example: string;
}

/** Everything that the page shows comes from here; views read it, actions change it. */
export type State =
  & Readonly<ReturnType<typeof createOwn>>
  & Readonly<ReturnType<typeof deriveFrom>>
  & Pick<StateStart, "example">;

/** The state of a page that was just opened. */
export function createState(start: StateStart): State {
  const own = createOwn(start);
  return { ...own, ...deriveFrom(own, start), example: start.example };
}

function createOwn({ settings, collection }: StateStart) {
  return {
    settings: signal(settings),
    /** What is searched. */
    collection: signal(collection),
    /** The stars that are searched; undefined for the sample. */
    stars: signal<SavedStars | undefined>(undefined),
    starsReading: signal<StarsReading>({ kind: "idle" }),
    /** A link names the stars of this user, which are not those that are searched. */
    linkedUser: signal<string | undefined>(undefined),
    /** What stands in the question box. */
    question: signal(""),
    /** What the page has to say of what was typed, such as that it was too long. */
    boxNote: signal<string | undefined>(undefined),
    /** The filters that were picked; those that fit the list are in `filters`. */
    pickedFilters: signal<Filters>(NO_FILTERS),
    sort: signal<SortOrder>("best"),
    /** How many matches are listed. */
    limit: signal(MATCH_COUNT),
    /** The full names that do not go to a model. */
    leftOut: signal<ReadonlySet<string>>(new Set<string>()),
    /** The matches of what stands in the box, or of the example. */
    found: signal<Matches | undefined>(undefined),
    /** How much of the list can be searched. */
    indexed: signal({ count: 0, isComplete: false }),
    searchTrouble: signal<SearchTrouble | undefined>(undefined),
    /** The question that was asked last, with its answer. */
    asked: signal<Asked | undefined>(undefined),
    /** An answer that was left: it comes back where the new question gets none, or is not asked. */
    earlier: signal<Asked | undefined>(undefined),
    /** The sources stay in sight although something else stands in the box. */
    pinsSources: signal(false),
    /** The turn whose sources are in view; undefined for the last one. */
    turn: signal<Asked | undefined>(undefined),
    /** The source that a citation has led to, and the id of that citation. */
    reached: signal<{ number: number; origin: string } | undefined>(undefined),
    targets: signal<TargetStates>(new Map()),
    /** Undefined until the browser has told. */
    graphics: signal<GraphicsSupport | undefined>(undefined),
    meaningsReading: signal<MeaningsReading>({ kind: "idle" }),
    /** The name of the model whose meanings are searched. */
    meaningsModel: signal<string | undefined>(undefined),
    readmes: signal<ReadmesState>({ known: new Map(), step: { kind: "idle" } }),
    ledger: signal<readonly LedgerEntry[]>([]),
    storageTrouble: signal<StorageTrouble | undefined>(undefined),
    /** The answers that are kept, newest first. */
    kept: signal<readonly KeptAnswer[]>([]),
    dialog: signal<OpenDialog | undefined>(undefined),
    /** What a screen reader is told. */
    said: signal(""),
    isOnline: signal(true),
    /** Something that went wrong with the page itself. */
    pageTrouble: signal<string | undefined>(undefined),
    /** The host has a newer version of the page. */
    hasNewVersion: signal(false),
    /** Everything was to be deleted, here or in another tab: nothing may be kept any more. */
    isDeleted: signal(false),
    /** A clock that ticks while something is waited for, as `performance.now()`. */
    now: signal(0),
  };
}

function deriveFrom(own: ReturnType<typeof createOwn>, { example }: StateStart) {
  const isSample = computed(() => own.stars.value === undefined);
  const isChanged = computed(() => {
    const question = own.question.value.trim();
    return question !== "" && own.asked.value !== undefined &&
      question !== own.asked.value.question;
  });
  return {
    isSample,
    /** The filters that work, which are those that can be seen. */
    filters: computed(() => fitFilters(own.pickedFilters.value, own.collection.value.repositories)),
    /** What is searched for. With an empty box it is what was asked, and an example before that. */
    searched: computed(() => {
      const question = own.question.value.trim() || own.asked.value?.question;
      return question ?? (isSample.value ? example : "");
    }),
    isBusy: computed(() => isRunning(own.asked.value?.phase.value)),
    /** Whether something else stands in the box than what was asked. */
    isChanged,
    /** Whether the sources of the answer are listed, and not the matches of the box. */
    showsSources: computed(() =>
      (own.asked.value?.matches.value?.repositories.length ?? 0) > 0 &&
      (own.pinsSources.value || !isChanged.value)
    ),
  };
}
