// Copyright 2026 the Rivulet authors. MIT license.

// The page from its first moment: matches, stars and the question box. Nothing goes to another host
// before a click.

import "./refuse_frames.ts";
import { render } from "preact";
import { App } from "./app.tsx";
import { followBrowser } from "./follow_browser.ts";
import type { Kept } from "./kept.ts";
import { LateParts } from "./core/late_parts.ts";
import { addLateStyle } from "./core/late_style.ts";
import { type Page, PageProvider } from "./core/page.ts";
import { watchFetches } from "./privacy/watched_fetch.ts";
import { openReach } from "./open_reach.ts";
import { LiveSearch } from "./search/live_search.ts";
import { SearchClient } from "./search/search_client.ts";
import { showSample } from "./stars/show_stars.ts";
import { Lazy } from "./state/lazy.ts";
import { addToLedger } from "./state/ledger.ts";
import { createState } from "./state/state.ts";
import { hasSettings } from "./storage/settings.ts";
import { scriptUrl } from "./platform/trusted_urls.ts";
import { meanings } from "./meanings/meanings_part.ts";
import { reasons } from "./privacy/reasons_part.ts";

/**
 * What only a person does: a page that loads below a mouse that rests gets a `pointerover` as well. A
 * click alone comes from a screen reader, a switch, or a voice.
 */
const TOUCHES = ["pointermove", "pointerdown", "wheel", "keydown", "focusin", "click"];

// Before anything is asked of another host.
const { settings, leftOver } = await openReach();

// A file of its own, since it is more than a third of what a first visit loads.
const { sampleAnswer, sampleCollection, sampleExample } = await import("../stars/sample.ts");

function createPage(): { page: Page; kept: Lazy<Kept> } {
  const state = createState({
    settings,
    collection: sampleCollection,
    example: sampleExample.question,
  });
  let opened: Kept | undefined;
  const kept = new Lazy(async () => opened = (await import("./kept.ts")).openKept(page));
  const late = new LateParts({
    async load() {
      const [{ placeLate }] = await Promise.all([import("./late.ts"), kept.get(), addLateStyle()]);
      placeLate(page);
    },
    onTrouble() {
      state.pageTrouble.value = "A part of this page did not load. You may be offline.";
    },
  });
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
      : await (await late.get(meanings)).embedQuestion(question);
  });
  const page: Page = {
    state,
    sample: sampleCollection,
    sampleAnswer,
    get keys() {
      return opened!.keys;
    },
    get storage() {
      return opened!.storage;
    },
    get tabs() {
      return opened!.tabs;
    },
    search,
    live,
    late,
  };
  return { page, kept };
}

async function start(place: HTMLElement): Promise<void> {
  const { page, kept } = createPage();
  const { state } = page;
  watchFetches(location.host, ({ url, bytesOut }) => {
    const why = reasons.made?.(url) ?? "Stars";
    // The browser sends nothing there.
    if (why === "") return;
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
  page.live.start();
  loadAtFirstTouch(page);
  if (leftOver || hasSettings() || location.hash !== "") {
    page.search.start();
    await (await kept.get()).restore(leftOver);
  } else showSample(page);
}

/** The first matches are known: nobody has to wait for them. */
function showExample({ found, settings }: Page["state"]): void {
  if (settings.peek().user !== undefined) return;
  const { question, matches, terms } = sampleExample;
  const { repositories } = sampleCollection;
  const byName = new Map(repositories.map((repository) => [repository.fullName, repository]));
  found.value = {
    question,
    repositories: matches.flatMap((name) => byName.get(name) ?? []),
    total: sampleExample.total,
    terms: terms.map((list) => list.split(" ")),
    typed: [],
    offered: [],
    comparedWith: "nothing",
  };
}

/** Whoever touches the page will want the rest of it: until then the first matches are enough. */
function loadAtFirstTouch({ late, search }: Page): void {
  // Before what was touched hears of it.
  const options = { capture: true, passive: true };
  const load = (): void => {
    for (const touch of TOUCHES) removeEventListener(touch, load, options);
    search.start();
    late.load();
  };
  for (const touch of TOUCHES) addEventListener(touch, load, options);
  startOnceKept(search);
}

/** Its script is on this device then, and a finger that comes later has nothing to wait for. */
async function startOnceKept(search: Page["search"]): Promise<void> {
  try {
    if (await navigator.serviceWorker?.ready !== undefined) search.start();
  } catch {
    // A browser that keeps nothing.
  }
}

const place = document.getElementById("page")!;
start(place);
