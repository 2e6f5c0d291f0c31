// Copyright 2026 the Rivulet authors. MIT license.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Collection } from "../../stars/repository.ts";
import type { sampleAnswer as SampleAnswer } from "../../stars/sample.ts";
import type { LateParts } from "./late_parts.ts";
import type { LiveSearch } from "../search/live_search.ts";
import type { SearchClient } from "../search/search_client.ts";
import type { State } from "../state/state.ts";
import type { Keys } from "../storage/keys.ts";
import type { OtherTabs } from "../storage/other_tabs.ts";
import type { PageStorage } from "../storage/page_storage.ts";

/** The state, and what reaches beyond it. */
export interface Page {
  readonly state: State;
  /** What is searched where there are no stars. */
  readonly sample: Collection;
  /** A finished answer about the sample. */
  readonly sampleAnswer: typeof SampleAnswer;
  /** What keeps something comes with the late parts, or with what there is to restore. */
  readonly keys: Keys;
  readonly storage: PageStorage;
  readonly tabs: OtherTabs;
  readonly search: SearchClient;
  readonly live: LiveSearch;
  readonly late: LateParts;
}

const PageContext = createContext<Page | undefined>(undefined);

/** Gives the page to all views below. */
export const PageProvider = PageContext.Provider;

/** The page that a view belongs to. */
export function usePage(): Page {
  return useContext(PageContext)!;
}
