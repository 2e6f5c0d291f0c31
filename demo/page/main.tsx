// Copyright 2026 the Rivulet authors. MIT license.

// The page from its first moment: matches, stars and the question box. Nothing goes to another host
// before a click.

import { render } from "preact";
import { App } from "./app.tsx";
import { followAddress, restoreAnswers } from "./ask/restore_answers.ts";
import { noteBrowserState, noteRemoteState } from "./engine/note_states.ts";
import { Keys } from "./engine/keys.ts";
import { followBrowser } from "./follow_browser.ts";
import { followSettings, followTab } from "./follow_tabs.ts";
import { isFramed, refuseFrame } from "./frames.ts";
import { LateParts } from "./late_parts.ts";
import { type Page, PageProvider } from "./page.ts";
import { isReadme, README_REASON } from "./privacy/reasons.ts";
import { watchFetches } from "./privacy/watched_fetch.ts";
import { LiveSearch } from "./search/live_search.ts";
import { SearchClient } from "./search/search_client.ts";
import { restoreStars } from "./stars/restore_stars.ts";
import { addToLedger } from "./state/ledger.ts";
import { createState } from "./state/state.ts";
import { OtherTabs } from "./storage/other_tabs.ts";
import { PageStorage } from "./storage/page_storage.ts";
import { loadSettings } from "./storage/settings.ts";
import { scriptUrl } from "./trusted_urls.ts";

// A file of its own, since it is more than a third of what a first visit loads.
const { sampleCollection, sampleExample } = await import("../stars/sample.ts");

function createPage(): Page {
  const state = createState({
    settings: loadSettings(),
    collection: sampleCollection,
    example: sampleExample.question,
  });
  const late: LateParts = new LateParts(
    async () => (await import("./late.ts")).createLate(page),
    () => {
      state.pageTrouble.value = "A part of this page did not load. You may be offline.";
    },
  );
  const search = new SearchClient(
    () => new Worker(scriptUrl("search_worker.js"), { type: "module" }),
    {
      onIndexed(indexed) {
        state.indexed.value = indexed;
        if (indexed.count > 0) live.refresh();
      },
      onTrouble: (trouble) => state.searchTrouble.value = trouble,
    },
  );
  const live = new LiveSearch(state, search, async (question) => {
    return state.settings.peek().meanings === undefined
      ? undefined
      : await (await late.load()).meanings.embedQuestion(question);
  });
  const page: Page = {
    state,
    sample: sampleCollection,
    keys: new Keys(() => sessionStorage),
    storage: new PageStorage({ onTrouble: (trouble) => state.storageTrouble.value = trouble }),
    tabs: new OtherTabs((message) => followTab(message, page)),
    search,
    live,
    late,
  };
  return page;
}

async function start(page: Page, place: HTMLElement): Promise<void> {
  const { state, late, keys } = page;
  watchFetches(location.host, ({ url, bytesOut }) => {
    const why = late.loaded.peek()?.reasonOf(url) ?? (isReadme(url) ? README_REASON : "Stars");
    state.ledger.value = addToLedger(state.ledger.peek(), { host: url.host, why, bytesOut });
  });
  showExample(state);
  render(
    <PageProvider value={page}>
      <App />
    </PageProvider>,
    place,
  );
  followBrowser(state);
  followSettings(page);
  page.live.start();
  loadAtFirstTouch(late);
  await restoreStars(page);
  followAddress(page);
  await restoreAnswers(page);
  noteRemoteState(state, keys);
  await noteBrowserState(state);
}

/** The first matches are known: nobody has to wait for them. */
function showExample({ found, settings }: Page["state"]): void {
  if (settings.peek().user !== undefined) return;
  const { question, matches } = sampleExample;
  const { repositories } = sampleCollection;
  const byName = new Map(repositories.map((repository) => [repository.fullName, repository]));
  found.value = {
    question,
    repositories: matches.flatMap((name) => byName.get(name) ?? []),
    total: sampleExample.total,
    terms: matches.map(() => []),
    typed: [],
    comparedWith: "nothing",
    milliseconds: 0,
  };
}

/** Whoever touches the page will want the rest of it. */
function loadAtFirstTouch(late: LateParts): void {
  for (const touch of ["pointerover", "keydown", "focusin"]) {
    addEventListener(touch, () => late.use(() => {}), { once: true, passive: true });
  }
}

const place = document.getElementById("page")!;
if (isFramed()) refuseFrame(place);
else start(createPage(), place);
