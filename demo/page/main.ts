// Copyright 2026 the Rivulet authors. MIT license.

// The page from its first moment: matches, stars and the question box. Nothing goes to another host
// before a click.

import "./refuse_frames.ts";
import type { Collection } from "../stars/repository.ts";
import { Stage } from "./answer/stage.ts";
import { Composer } from "./ask/composer.ts";
import { Cell } from "./cell.ts";
import { EngineStates, noteBrowserState, noteRemoteState } from "./engines/engine_states.ts";
import { Keys } from "./engines/keys.ts";
import { showExamples } from "./examples.ts";
import { Layout } from "./layout.ts";
import { FilterBar } from "./matches/filters.ts";
import { MatchBoard } from "./matches/match_board.ts";
import { MatchList } from "./matches/match_list.ts";
import { watchNetwork } from "./offline.ts";
import { LateParts } from "./late_parts.ts";
import type { Page } from "./page.ts";
import { createInvitation, createLoadFailure, createWelcome } from "./panels/welcome.ts";
import { Ledger } from "./privacy/ledger.ts";
import { watchFetches } from "./privacy/watched_fetch.ts";
import { Readmes } from "./readmes/readmes.ts";
import { ReadmesBar } from "./readmes/readmes_bar.ts";
import { LiveSearch } from "./search/live_search.ts";
import { Searcher } from "./search/searcher.ts";
import { loadSettings, type Settings } from "./settings.ts";
import { StarShelf } from "./stars/star_shelf.ts";
import { StarsReader } from "./stars/stars_reader.ts";
import { watchTheme } from "./theme.ts";
import { scriptUrl } from "./trusted_urls.ts";
import { watchCells, watchCollection } from "./watch_cells.ts";

// A file of its own, since it is more than a third of what a first visit loads.
const { sampleCollection, sampleExample } = await import("../stars/sample.ts");
const base = {
  settings: new Cell<Settings>(loadSettings()),
  collection: new Cell<Collection>(sampleCollection),
  states: new EngineStates(),
  keys: new Keys(() => sessionStorage),
  shelf: new StarShelf(),
  ledger: new Ledger(location.host),
  readmes: new Readmes(async () => (await late.load()).fetchReadme),
  searcher: new Searcher(new Worker(scriptUrl("search_worker.js"), { type: "module" })),
};
const { settings, collection, states, ledger, searcher } = base;
let keepsSettings = true;

const layout = new Layout();
const stage = new Stage((isImportant) => {
  layout.isAnswerFirst = isImportant;
  showExamples(!isImportant, pickExample);
});
const late = new LateParts(
  () => page,
  (error) => stage.alert(createLoadFailure(error), { keep: true }),
);
const search = new LiveSearch(searcher, async (question) => {
  return settings.get().meanings === undefined
    ? undefined
    : await (await late.load()).embedQuestion(question);
});
const filters = new FilterBar((wanted) => search.setFilters(wanted));
const readmesBar = new ReadmesBar(base.readmes, settings);
const reader = new StarsReader({
  ...base,
  sample: sampleCollection,
  onComplete: () => settings.get().meanings && late.use((parts) => parts.readMeanings()),
  onTokenWish: () => late.use((parts) => parts.openStars("token")),
  onOtherName: () => late.use((parts) => parts.openStars("user")),
});
const composer = new Composer({
  onType: (question) => searchFor(question),
  onAsk: (question) => late.use((parts) => parts.ask(question)),
  onStop: () => late.use((parts) => parts.stop()),
});
const list = new MatchList(base.readmes, {
  filters: filters.element,
  offer: readmesBar.element,
});
const board = new MatchBoard({
  list,
  readmes: readmesBar,
  collection,
  question: () => composer.question,
  example: sampleExample,
  meaningsModel: () => late.loaded?.meaningsModel,
});
const page: Page = {
  ...base,
  search,
  filters,
  list,
  stage,
  reader,
  showStart,
  showMatches: (matches) => board.show(matches),
  setQuestion: (question) => composer.question = question,
  setBusy: (isBusy) => composer.isBusy = isBusy,
  stopKeeping: () => keepsSettings = false,
};

/** An example stands in for a question, so that the sample shows at once what the page does. */
function searchFor(question: string): void {
  const isSample = settings.get().user === undefined;
  search.setQuestion(question === "" && isSample ? sampleExample.question : question);
}

function pickExample(example: string): void {
  composer.question = example;
  composer.focus();
}

function showStart(): void {
  const { title, repositories } = collection.get();
  const panel = settings.get().user === undefined
    ? createWelcome(repositories.length, (user) => reader.read(user))
    : createInvitation(title, () => late.use((parts) => parts.openStars()));
  stage.show(panel, { isImportant: false });
}

function useList(now: Collection): void {
  if (settings.get().meanings !== undefined) late.use((parts) => parts.restoreMeanings());
  showStart();
  if (now === sampleCollection && composer.question === "") board.showExample(now);
  searchFor(composer.question);
}

async function start(): Promise<void> {
  watchFetches((sent) => ledger.record(sent));
  watchCells(page, {
    board,
    question: () => composer.question,
    keepsSettings: () => keepsSettings,
  });
  late.watchClicks();
  await reader.restore();
  watchCollection(page, useList);
  watchTheme(settings);
  watchNetwork();
  noteRemoteState(settings.get(), base.keys, states);
  await noteBrowserState(settings.get(), states);
}

start();
