// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { stub } from "@std/testing/mock";
import { readCitation } from "../../demo/page/answer/citation.ts";
import type { AnswerView } from "../../demo/page/answer/answer_view.ts";
import type { Sources } from "../../demo/page/answer/sources.ts";
import { Asking } from "../../demo/page/ask/asking.ts";
import type { AskViews } from "../../demo/page/ask/views.ts";
import { Cell } from "../../demo/page/cell.ts";
import { EngineStates } from "../../demo/page/engines/engine_states.ts";
import { Keys } from "../../demo/page/engines/keys.ts";
import { broaden } from "../../demo/page/panels/no_match.ts";
import { Readmes } from "../../demo/page/readmes/readmes.ts";
import { LiveSearch } from "../../demo/page/search/live_search.ts";
import type { QuestionMeaning } from "../../demo/page/search/messages.ts";
import type { Indexed, Matches, Searcher } from "../../demo/page/search/searcher.ts";
import { readSettings, type Settings } from "../../demo/page/settings.ts";
import type { Collection, Repository } from "../../demo/stars/repository.ts";
import { answerChunks } from "../support/ask.ts";

const repository: Repository = {
  fullName: "a/one",
  description: "",
  topics: [],
  stars: 1,
  archived: false,
};

/** A search that finds one repository for each question, and keeps what it was asked. */
function fakeSearcher(found: readonly Repository[] = [repository]) {
  const asked: [question: string, meaning: QuestionMeaning][] = [];
  const searcher = {
    indexed: new Cell<Indexed>({ count: 0, isComplete: true }),
    search(question: string, { meaning }: { meaning: QuestionMeaning }): Promise<Matches> {
      asked.push([question, meaning]);
      return Promise.resolve({
        question,
        repositories: found,
        typed: [],
        terms: [],
        total: 1,
        comparedWith: "nothing",
        milliseconds: 1,
      });
    },
  } as unknown as Searcher;
  return { asked, searcher };
}

Deno.test("LiveSearch searches by words at once, and by meaning when the vector is there", async () => {
  const { asked, searcher } = fakeSearcher();
  const vector = Float32Array.of(1);
  const embedded: string[] = [];
  const search = new LiveSearch(searcher, (question) => {
    embedded.push(question);
    return Promise.resolve(vector);
  });
  const matches = await search.settle("photos");
  assertStrictEquals(matches.question, "photos");
  assertEquals(asked.at(-1), ["photos", vector]);
  await search.settle("photos");
  assertEquals(embedded, ["photos"]);
  search.forgetVector();
  await search.settle("photos");
  assertEquals(new Set(embedded), new Set(["photos"]));
  assert(embedded.length > 1);
  assertEquals(asked.at(-1), ["photos", vector]);
});

Deno.test("LiveSearch tells a missing vector from no meanings, and tries again", async () => {
  const { asked, searcher } = fakeSearcher();
  const answers: QuestionMeaning[] = [undefined, "missing", Float32Array.of(2)];
  const search = new LiveSearch(searcher, () => Promise.resolve(answers.shift()));
  for (const expected of [...answers]) {
    await search.settle("photos");
    assertEquals(asked.at(-1), ["photos", expected]);
  }
});

Deno.test("LiveSearch drops the vector of an older question", async () => {
  const { asked, searcher } = fakeSearcher();
  const { promise, resolve } = Promise.withResolvers<QuestionMeaning>();
  const newer = Float32Array.of(2);
  const search = new LiveSearch(
    searcher,
    (question) => question === "old" ? promise : Promise.resolve(newer),
  );
  const settled = search.settle("old");
  await search.settle("new");
  resolve(Float32Array.of(1));
  await settled;
  assertEquals(asked.at(-1), ["new", newer]);
  assertStrictEquals(search.matches.get()?.question, "new");
});

/** Views that write down what happens. */
function recordingViews(answers: { approves: boolean }): { log: string[]; views: AskViews } {
  const log: string[] = [];
  const view = {
    text: "",
    wordCount: 0,
    write(text: string) {
      view.text += text;
    },
    think: () => {},
    explainWait: () => {},
    end: (note?: string) => log.push(`end ${note ?? "well"}`),
    conclude: () => {},
  };
  const views: AskViews = {
    busy: (isBusy) => log.push(isBusy ? "busy" : "idle"),
    noMatch: () => log.push("no match"),
    consent: () => Promise.resolve(false),
    needKey: (host) => log.push(`key for ${host}`),
    approveHost: ({ host }) => {
      log.push(`approve ${host}`);
      return Promise.resolve(answers.approves);
    },
    startAnswer: () => {
      view.text = "";
      return view as unknown as AnswerView;
    },
    startLoading: () => {
      throw new Error("Not used here");
    },
    cancelLoading: () => {},
    endAnswer: (answer) => log.push(answer.text),
    failure: ({ message }) => log.push(message),
    askAgain: () => {},
    otherEngine: () => {},
  };
  return { log, views };
}

const HOST = "https://api.test";

function setUp(found?: readonly Repository[]) {
  const answers = { approves: true };
  const { log, views } = recordingViews(answers);
  const keys = new Keys(() => ({ getItem: () => null, setItem: () => {}, removeItem: () => {} }));
  const settings = readSettings({
    engine: "standard-compatible",
    engines: { "standard-compatible": { baseUrl: HOST, model: "m" } },
  });
  const asking = new Asking({
    settings: new Cell<Settings>(settings),
    states: new EngineStates(),
    keys,
    search: new LiveSearch(fakeSearcher(found).searcher, () => Promise.resolve(undefined)),
    collection: new Cell<Collection>({ title: "@ana", repositories: [] }),
    readmes: new Readmes(() => Promise.reject(new Error("Not used here"))),
    views,
  });
  return { log, keys, asking, answers };
}

function stubAnswer() {
  return stub(
    globalThis,
    "fetch",
    () => Promise.resolve(new Response(answerChunks("standard-compatible", ["Hi"]).join(""))),
  );
}

Deno.test("Asking sends nothing where nothing matches, and nothing without a key", async () => {
  using network = stubAnswer();
  const none = setUp([]);
  await none.asking.ask("zzz");
  assertEquals(none.log, ["busy", "no match", "idle"]);
  const { log, asking } = setUp();
  await asking.ask("photos");
  assertEquals(log, ["busy", "key for api.test", "idle"]);
  assertEquals(network.calls.length, 0);
});

Deno.test("Asking asks about a host once, and not again after a yes", async () => {
  using network = stubAnswer();
  const { log, keys, asking, answers } = setUp();
  keys.set(HOST, "secret");
  answers.approves = false;
  await asking.ask("photos");
  assertEquals([log, network.calls.length], [["busy", "approve api.test", "idle"], 0]);
  answers.approves = true;
  log.length = 0;
  await asking.ask("photos");
  await asking.askAgain();
  assertEquals(log, [
    ...["busy", "approve api.test", "end well", "Hi", "idle"],
    ...["busy", "end well", "Hi", "idle"],
  ]);
  const { messages } = JSON.parse(String(network.calls[0]!.args[1]?.body));
  assertStringIncludes(messages[1].content, "Context 1:\na/one");
});

Deno.test("broaden() keeps the starts of words", () => {
  assertStrictEquals(broaden("photography  libraries go"), "phot libr go");
});

Deno.test("readCitation() reads numbers of sources, and nothing else", () => {
  const sources = { matches: [repository, repository] } as unknown as Sources;
  const texts = ["1", " 1, 2 ", "3", "0", "x", "1,", ""];
  assertEquals(texts.map((text) => readCitation(text, sources)), [
    [1],
    [1, 2],
    ...Array(5).fill(undefined),
  ]);
});
