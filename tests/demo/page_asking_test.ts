// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { effect } from "@preact/signals";
import { stub } from "@std/testing/mock";
import { historyOf } from "../../demo/page/ask/history.ts";
import { type Asked, createAsked } from "../../demo/page/state/asked.ts";
import { Asking } from "../../demo/page/ask/asking.ts";
import { Keys } from "../../demo/page/storage/keys.ts";
import { LiveSearch } from "../../demo/page/search/live_search.ts";
import type { QuestionMeaning, SearchWish } from "../../demo/page/search/messages.ts";
import type { Matches } from "../../demo/page/search/matches.ts";
import type { SearchClient } from "../../demo/page/search/search_client.ts";
import { typeQuestion } from "../../demo/page/actions/actions.ts";
import { endWords } from "../../demo/page/messages/phase_words.ts";
import { createState, type State } from "../../demo/page/state/state.ts";
import { readSettings } from "../../demo/page/storage/settings.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { answerChunks } from "../support/ask.ts";

const repository: Repository = {
  fullName: "a/one",
  description: "",
  topics: [],
  stars: 1,
  archived: false,
};

const HOST = "https://api.test";

// What an answer is shown by; there is nothing to draw here.
Object.assign(globalThis, {
  requestAnimationFrame: (run: () => void) => setTimeout(run, 0),
  cancelAnimationFrame: clearTimeout,
});

function newState(): State {
  const state = createState({
    settings: readSettings({
      engine: "standard-compatible",
      engines: { "standard-compatible": { baseUrl: HOST, model: "m" } },
    }),
    collection: { title: "Sample", repositories: [repository] },
    example: "an example",
  });
  state.indexed.value = { count: 1, isComplete: true };
  return state;
}

/** A search that finds one repository for each question, and keeps what it was asked. */
function fakeClient(found: readonly Repository[] = [repository]) {
  const asked: SearchWish[] = [];
  const client = {
    search(wish: SearchWish): Promise<Matches> {
      asked.push(wish);
      return Promise.resolve({
        question: wish.question,
        repositories: found,
        total: found.length,
        terms: found.map(() => []),
        typed: [],
        offered: [],
        comparedWith: "nothing",
      });
    },
  } as unknown as SearchClient;
  return { asked, client };
}

Deno.test("LiveSearch gives a question that is asked its vector, once", async () => {
  const { asked, client } = fakeClient();
  const vector = Float32Array.of(1);
  const embedded: string[] = [];
  const search = new LiveSearch(newState(), client, (question) => {
    embedded.push(question);
    return Promise.resolve(vector);
  });
  const matches = await search.settle("photos");
  assertStrictEquals(matches.question, "photos");
  assertEquals([asked.at(-1)?.question, asked.at(-1)?.meaning], ["photos", vector]);
  await search.settle("photos");
  assertEquals(embedded, ["photos"]);
});

Deno.test("LiveSearch tells a missing vector from no meanings, and tries again", async () => {
  const { asked, client } = fakeClient();
  const answers: QuestionMeaning[] = [undefined, "missing", Float32Array.of(2)];
  const search = new LiveSearch(newState(), client, () => Promise.resolve(answers.shift()));
  for (const expected of [...answers]) {
    await search.settle("photos");
    assertEquals(asked.at(-1)?.meaning, expected);
  }
});

Deno.test("LiveSearch follows what stands in the box, and gives a model the best alone", async () => {
  const { asked, client } = fakeClient([repository, { ...repository, fullName: "b/two" }]);
  const state = newState();
  const search = new LiveSearch(state, client, () => Promise.resolve(undefined));
  const stop = search.start();
  typeQuestion(state, "photos");
  await search.settle("photos");
  assertEquals(state.found.value?.question, "photos");
  state.leftOut.value = new Set(["a/one"]);
  state.sort.value = "stars";
  const { repositories } = await search.settle("photos");
  assertEquals(repositories.map(({ fullName }) => fullName), ["b/two"]);
  assertEquals([asked.at(-1)?.sort, asked.at(-1)?.limit], ["best", 9]);
  stop();
  typeQuestion(state, "");
});

function setUp(found?: readonly Repository[]) {
  const state = newState();
  const keys = new Keys(() => ({ getItem: () => null, setItem: () => {}, removeItem: () => {} }));
  const phases: string[] = [];
  const answers: string[] = [];
  const { client, asked: wishes } = fakeClient(found);
  const live = new LiveSearch(state, client, () => Promise.resolve(undefined));
  const asking = new Asking({ state, keys, live } as ConstructorParameters<typeof Asking>[0], {
    onAsked: () => {},
    onAnswer: ({ text }) => answers.push(text.peek()),
  });
  effect(() => {
    const kind = state.asked.value?.phase.value.kind;
    if (kind !== undefined) phases.push(kind);
  });
  const searched = () => wishes.map(({ question }) => question);
  return { state, keys, asking, phases, answers, searched };
}

function stubAnswer(chunks = answerChunks("standard-compatible", ["Hi"])) {
  return stub(globalThis, "fetch", () => Promise.resolve(new Response(chunks.join(""))));
}

Deno.test("Asking sends nothing where nothing matches, and nothing without a key", async () => {
  using network = stubAnswer();
  const none = setUp([]);
  await none.asking.ask("zzz");
  assertEquals(none.phases, ["searching", "no match"]);
  const { phases, asking, state } = setUp();
  await asking.ask("photos");
  assertEquals(phases, ["searching", "no key"]);
  assertEquals(state.dialog.value, {
    kind: "engine",
    picked: "standard-compatible",
    focusOn: "key",
    asksAgain: true,
  });
  assertEquals(network.calls.length, 0);
});

Deno.test("Asking asks about a host once, and not again after a yes", async () => {
  using network = stubAnswer();
  const { phases, keys, asking, answers, state } = setUp();
  keys.set(HOST, "secret");
  effect(() => {
    if (state.asked.value?.phase.value.kind === "sending?") {
      queueMicrotask(() => asking.decide(network.calls.length > 0 || phases.length > 4));
    }
  });
  await asking.ask("photos");
  assertEquals([phases, network.calls.length], [["searching", "sending?"], 0]);
  assertStrictEquals(state.asked.value, undefined);
  phases.push("", "", "");
  await asking.ask("photos");
  await asking.askAgain();
  assertEquals(phases.slice(5), [
    ...["searching", "sending?", "waiting", "answering", "done"],
    ...["searching", "waiting", "answering", "done"],
  ]);
  assertEquals(answers, ["Hi", "Hi"]);
  const { messages } = JSON.parse(String(network.calls[0]!.args[1]?.body));
  assertMatch(messages[1].content, /^\[1\] a\/one: [^]*\n\nphotos\nWhich one or two /);
});

Deno.test("Asking keeps an answer aside while a new question has none", async () => {
  using _network = stubAnswer();
  const { keys, asking, state } = setUp();
  keys.set(HOST, "secret");
  effect(() => {
    if (state.asked.value?.phase.value.kind === "sending?") {
      queueMicrotask(() => asking.decide(true));
    }
  });
  await asking.ask("photos");
  const answered = state.asked.value;
  keys.set(HOST, "");
  await asking.ask("music");
  assertEquals(state.asked.value?.phase.value.kind, "no key");
  assertStrictEquals(state.earlier.value, answered);
});

Deno.test("Asking tells an answer that breaks off from one that ends", async () => {
  const [first] = answerChunks("standard-compatible", ["Hi"]);
  using _network = stub(
    globalThis,
    "fetch",
    () =>
      Promise.resolve(
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
            pull: (controller) => controller.error(new TypeError("reset")),
          }),
        ),
      ),
  );
  const { keys, asking, state } = setUp();
  keys.set(HOST, "secret");
  effect(() => {
    if (state.asked.value?.phase.value.kind === "sending?") {
      queueMicrotask(() => asking.decide(true));
    }
  });
  await asking.ask("photos");
  const asked = state.asked.value!;
  assertEquals([asked.phase.value.kind, asked.text.value], ["broken", "Hi"]);
  assertStrictEquals(state.said.value, "The answer broke off after 1 word.");
  assert(!state.isBusy.value);
});

const CUT = "The answer is cut: the model reached its limit of tokens.";

const endings: [
  what: string,
  deltas: unknown[],
  kind: string,
  ending: string | undefined,
  said: string,
][] = [
  [
    "without its marker",
    [{ content: "Hi" }],
    "broken",
    "api.test stopped answering after 1 word.",
    "The answer broke off after 1 word.",
  ],
  [
    "without its marker, and said to be whole",
    [{ content: "Hi" }, "stop"],
    "done",
    undefined,
    "Answer finished: 1 word, 0 sources.",
  ],
  ["at its limit", [{ content: "Hi" }, "length"], "done", CUT, CUT],
  [
    "in the middle of its thoughts",
    [{ reasoning: "Hm" }, "length"],
    "done",
    `The model only thought, and gave no answer. ${CUT}`,
    `The model only thought, and gave no answer. ${CUT}`,
  ],
];
for (const [what, deltas, kind, ending, said] of endings) {
  Deno.test(`Asking tells of an answer that ends ${what}`, async () => {
    const body = deltas.map((delta) => {
      const choice = typeof delta === "string" ? { delta: {}, "finish_reason": delta } : { delta };
      return `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
    }).join("");
    using _network = stub(globalThis, "fetch", () => Promise.resolve(new Response(body)));
    const { keys, asking, state } = setUp();
    keys.set(HOST, "secret");
    effect(() => {
      if (state.asked.value?.phase.value.kind === "sending?") {
        queueMicrotask(() => asking.decide(true));
      }
    });
    await asking.ask("photos");
    const asked = state.asked.value!;
    assertEquals([asked.phase.value.kind, endWords(asked)], [kind, ending]);
    assertStrictEquals(state.said.value, said);
  });
}

Deno.test("Asking sends the turns before a follow-up, and searches with the one before", async () => {
  using network = stubAnswer();
  const { keys, asking, state, searched } = setUp();
  keys.set(HOST, "secret");
  effect(() => {
    if (state.asked.value?.phase.value.kind === "sending?") {
      queueMicrotask(() => asking.decide(true));
    }
  });
  await asking.ask("photos");
  await asking.ask("one in Rust?", { follows: state.asked.value });
  await asking.askAgain();
  const sent = (call: number) =>
    JSON.parse(String(network.calls[call]!.args[1]?.body)).messages.slice(1, -1);
  const before = [{ role: "user", content: "photos" }, { role: "assistant", content: "Hi" }];
  assertEquals([sent(0), sent(1), sent(2)], [[], before, before]);
  assertEquals(searched(), ["photos", "one in Rust? photos", "one in Rust? photos"]);
  await asking.ask("music");
  assertEquals(sent(3), []);
});

Deno.test("historyOf() leaves out the oldest turns where there is no room, and counts them", () => {
  let before: Asked | undefined;
  for (const length of [10, 5000, 2000]) {
    const turn = createAsked("q", { list: "Sample", before, phase: { kind: "done" } });
    turn.text.value = "x".repeat(length);
    before = turn;
  }
  const { messages, dropped } = historyOf({ before });
  assertEquals(messages.map(({ content }) => content.length), [1, 2000]);
  assertStrictEquals(dropped, 2);
  assertEquals(historyOf({ before: undefined }), { messages: [], dropped: 0 });
});

Deno.test("historyOf() tells the turns in the order in which they were", () => {
  let before: Asked | undefined;
  for (const question of ["first?", "second?"]) {
    const turn = createAsked(question, { list: "Sample", before, phase: { kind: "done" } });
    turn.text.value = `the ${question}`;
    before = turn;
  }
  assertEquals(historyOf({ before }).messages.map(({ content }) => content), [
    "first?",
    "the first?",
    "second?",
    "the second?",
  ]);
});
