// Copyright 2026 the Rivulet authors. MIT license.

// The page from its first moment: matches, stars and the question box. Nothing goes to another host
// before a click.

import type { Collection } from "../stars/repository.ts";
import { Stage } from "./answer/stage.ts";
import { Composer } from "./ask/composer.ts";
import { Cell } from "./cell.ts";
import { showEngineChip, showPrivacyChip, showStarsChip } from "./chips.ts";
import { EngineStates, noteBrowserState, noteRemoteState } from "./engines/engine_states.ts";
import { Keys } from "./engines/keys.ts";
import { EXAMPLE, EXAMPLE_MATCHES, showExamples } from "./examples.ts";
import { formatPlural } from "./format.ts";
import { Layout } from "./layout.ts";
import { FilterBar } from "./matches/filters.ts";
import { MatchList } from "./matches/match_list.ts";
import { matchesTitle, rankingWords } from "./matches/match_words.ts";
import { watchNetwork } from "./offline.ts";
import { LateParts } from "./late_parts.ts";
import type { Page } from "./page.ts";
import { createInvitation, createLoadFailure, createWelcome } from "./panels/welcome.ts";
import { Ledger, watchFetches } from "./privacy/ledger.ts";
import { Readmes } from "./readmes/readmes.ts";
import { ReadmesBar } from "./readmes/readmes_bar.ts";
import { LiveSearch } from "./search/live_search.ts";
import { type Matches, Searcher } from "./search/searcher.ts";
import { loadSettings, saveSettings, type Settings } from "./settings.ts";
import { StarShelf } from "./stars/star_shelf.ts";
import { StarsReader } from "./stars/stars_reader.ts";
import { sayLater } from "./status.ts";
import { showTheme, watchTheme } from "./theme.ts";

// A file of its own: half of what a first visit loads.
const { sampleCollection } = await import("../stars/sample.ts");
const loaded = loadSettings();
const base = {
  settings: new Cell<Settings>(loaded),
  collection: new Cell<Collection>(sampleCollection),
  states: new EngineStates(),
  keys: new Keys(() => sessionStorage),
  shelf: new StarShelf(),
  ledger: new Ledger(location.host),
  readmes: new Readmes(async () => (await import("../stars/readme.ts")).fetchReadme),
  searcher: new Searcher(new Worker("search_worker.js", { type: "module" })),
};
const { settings, collection, states, ledger, searcher } = base;
let keepsNothing = false;

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
const page: Page = {
  ...base,
  search,
  filters,
  list: new MatchList(base.readmes, filters.element, readmesBar.element),
  stage,
  reader,
  showStart,
  showMatches,
  setQuestion: (question) => composer.question = question,
  setBusy: (isBusy) => composer.isBusy = isBusy,
  stopKeeping: () => keepsNothing = true,
};

/** An example stands in for a question, so that the sample shows at once what the page does. */
function searchFor(question: string): void {
  const isSample = settings.get().user === undefined;
  search.setQuestion(question === "" && isSample ? EXAMPLE : question);
}

function pickExample(example: string): void {
  composer.question = example;
  composer.focus();
}

function showMatches(matches: Matches): void {
  const isExample = composer.question === "" && matches.question === EXAMPLE;
  const { countsAsOf } = collection.get();
  page.list.show({
    title: matchesTitle(matches, collection.get(), { isExample }),
    ranking: rankingWords(matches, { model: late.loaded?.meaningsModel, countsAsOf }),
    repositories: matches.repositories,
  }, collection.get());
  readmesBar.offer(matches.repositories);
}

function showStart(): void {
  const { title, repositories } = collection.get();
  const panel = settings.get().user === undefined
    ? createWelcome(repositories.length, (user) => reader.read(user))
    : createInvitation(title, () => late.use((parts) => parts.openStars()));
  stage.show(panel, { isImportant: false });
}

function showEngine(): void {
  const { engine } = settings.get();
  showEngineChip(engine, states.get(engine));
}

/** Another list has other meanings and no answer yet; more of the same list leaves all as it is. */
function watchCollection(): void {
  let shown: string | undefined;
  collection.watch((now) => {
    showStarsChip(now);
    filters.offer(now.repositories);
    if (now.title === shown) return;
    shown = now.title;
    if (settings.get().meanings !== undefined) late.use((parts) => parts.restoreMeanings());
    showStart();
    if (now === sampleCollection && composer.question === "") showExampleMatches();
    searchFor(composer.question);
  });
}

/** The first matches are known: nobody has to wait for them. */
function showExampleMatches(): void {
  const repositories = EXAMPLE_MATCHES.flatMap((name) =>
    sampleCollection.repositories.find(({ fullName }) => fullName === name) ?? []
  );
  showMatches({ question: EXAMPLE, repositories, comparedWith: "nothing", milliseconds: 0 });
}

function watchCells(): void {
  settings.watch((now) => {
    if (!keepsNothing && now !== loaded) saveSettings(now);
    showTheme(now.theme);
    showEngine();
  });
  states.changes.watch(showEngine);
  ledger.entries.watch(showPrivacyChip);
  search.matches.watch((matches) => {
    if (matches === undefined) return;
    showMatches(matches);
    if (composer.question === "") return;
    sayLater(`${formatPlural(matches.repositories.length, "match", "matches")}.`);
  });
}

async function start(): Promise<void> {
  watchFetches((sent) => ledger.record(sent));
  watchCells();
  late.watchClicks();
  await reader.restore();
  watchCollection();
  watchTheme(settings);
  watchNetwork();
  noteRemoteState(settings.get(), base.keys, states);
  await noteBrowserState(settings.get(), states);
}

start();
