// Copyright 2026 the Rivulet authors. MIT license.

// What happens to a session in each of its states, with an engine that goes on and with one that
// hangs: nothing waits for ever, and the next question is always answered.

import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { TRANSITIONS } from "../../_internal/webllm/session/transitions.ts";
import { microtasks, type Place, places } from "./support/call.ts";
import { ask, fakeProvider, type Question } from "./support/chat.ts";
import type { FakeEngines } from "./support/fake_engines.ts";
import { F16, inDatabase, OTHER } from "./support/models.ts";
import { test } from "./support/test.ts";
import type { WebLLMProvider } from "@rivulet/llm/webllm";

const STATES = ["none", "loading", "ready", "working", "ending"] as const;
type State = typeof STATES[number];

const EVENTS = [
  "ask",
  "abort",
  "unload",
  "delete",
  "other model",
  "lost device",
  "dead worker",
  "silence",
];

/** The point at which the engine is held in a state. */
const HELD: Partial<Record<State, string>> = {
  loading: "upload 1",
  working: "prefill",
  ending: "upload 1",
};

interface Stand {
  readonly fake: FakeEngines;
  readonly provider: WebLLMProvider;
  /** The question that brought the session into the state. */
  readonly first: Question | undefined;
  /** Whether nothing is under way. */
  readonly isIdle: boolean;
}

async function standIn(state: State, place: Place): Promise<Stand> {
  const { fake, provider } = fakeProvider(place, { appConfig: inDatabase });
  fake.cached.add(F16).add(OTHER);
  const point = HELD[state];
  if (state === "none") return { fake, provider, first: undefined, isIdle: true };
  if (point === undefined) {
    const first = ask(provider);
    await first.outcome;
    return { fake, provider, first, isIdle: true };
  }
  const first = await fake.heldAt(point, () => ask(provider));
  if (state === "ending") await first.abort();
  await microtasks();
  return { fake, provider, first, isIdle: false };
}

/** Lets something happen; gives what it asks for itself. */
function happen(
  event: string,
  { fake, provider, first, isIdle }: Stand,
): Promise<unknown> | undefined {
  switch (event) {
    case "ask":
      return ask(provider).outcome;
    case "other model":
      return ask(provider, { model: OTHER }).outcome;
    case "unload":
      return provider.unload();
    case "delete":
      return provider.deleteModel(F16);
    case "abort":
      first?.abort().catch(() => {});
      return undefined;
    case "lost device": {
      const error = Object.assign(new Error("The device was lost"), { name: "DeviceLostError" });
      for (const point of ["upload 1", "prefill"]) fake.failures.set(point, error);
      return isIdle ? ask(provider).outcome : undefined;
    }
    case "dead worker":
      for (const worker of fake.workers) worker.dead = true;
      return undefined;
  }
}

/** How a promise has ended, and after how many seconds. */
class Ending {
  how = "waits";

  constructor(promise: Promise<unknown> | undefined, seconds: () => number) {
    if (promise === undefined) this.how = "-";
    const end = (how: string): void => {
      this.how = seconds() === 0 ? how : `${how} (${seconds()} s)`;
    };
    promise?.then(
      () => end("good"),
      (error) => end(error.name === "AbortError" ? "abort" : error.code),
    );
  }
}

/** What comes of an event: of the first question, of what was asked then, and of the next one. */
async function outcomeOf(
  state: State,
  event: string,
  { place, hangs }: { place: Place; hangs: boolean },
): Promise<string> {
  // The time that the test itself may take is real.
  await Promise.resolve();
  using time = new FakeTime();
  let passed = 0;
  const stand = await standIn(state, place);
  const { fake, provider, first } = stand;
  if (hangs && state === "ending") fake.abandon(HELD[state]!);
  const own = happen(event, stand);
  const endings = [first?.outcome, own].map((promise) => new Ending(promise, () => passed));
  await microtasks();
  const point = HELD[state];
  if (point !== undefined) hangs ? fake.abandon(point) : fake.release(point);
  await microtasks();
  fake.failures.clear();
  const next = new Ending(ask(provider).outcome, () => passed);
  endings.push(next);
  while (endings.some(({ how }) => how === "waits") && passed < 2_000) {
    for (let round = 0; round < 3; round++) await microtasks();
    if (endings.every(({ how }) => how !== "waits")) break;
    passed++;
    time.tick(1_000);
  }
  if (next.how !== "good") {
    const { outcome } = ask(provider);
    while (!await isSettled(outcome) && passed < 4_000) {
      passed++;
      time.tick(1_000);
    }
    assertEquals(await outcome, ["Hello", " world"]);
  }
  await provider.unload();
  return endings.map(({ how }) => how).join(", ");
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.finally(() => settled = true).catch(() => {});
  await microtasks();
  return settled;
}

/** What comes of an event where the engine goes on, and where it never comes back. */
type Outcomes = readonly [goesOn: string, hangs: string];

/**
 * What comes of the question under way, of what the event asks for, and of the question after it.
 * Without a number it comes at once.
 */
const TABLE: readonly [
  state: State,
  event: string,
  outcomes: Outcomes | { readonly [name in Place]?: Outcomes },
][] = [
  ["none", "ask", ["-, good, good", "-, good, good"]],
  ["none", "abort", ["-, -, good", "-, -, good"]],
  ["none", "unload", ["-, good, good", "-, good, good"]],
  ["none", "delete", ["-, good, good", "-, good, good"]],
  ["none", "other model", ["-, good, good", "-, good, good"]],
  ["none", "lost device", ["-, engine, good", "-, engine, good"]],
  ["none", "dead worker", { "a worker": ["-, -, good", "-, -, good"] }],
  ["none", "silence", ["-, -, good", "-, -, good"]],
  ["loading", "ask", ["good, good, good", "engine (300 s), engine (300 s), engine (300 s)"]],
  ["loading", "abort", {
    "the main thread": ["abort, -, good", "abort, -, good (10 s)"],
    "a worker": ["abort, -, good", "abort, -, good"],
  }],
  ["loading", "unload", {
    "the main thread": ["good, good, good", "engine (60 s), good (70 s), engine (60 s)"],
    "a worker": ["good, good, good", "engine (60 s), good (60 s), engine (60 s)"],
  }],
  ["loading", "delete", {
    "the main thread": ["good, good, good", "engine (60 s), good (70 s), engine (60 s)"],
    "a worker": ["good, good, good", "engine (60 s), good (60 s), engine (60 s)"],
  }],
  ["loading", "other model", {
    "the main thread": ["good, good, good", "engine (60 s), good (70 s), engine (60 s)"],
    "a worker": ["good, good, good", "engine (60 s), good (60 s), engine (60 s)"],
  }],
  ["loading", "lost device", ["engine, -, good", "engine (300 s), -, engine (300 s)"]],
  ["loading", "dead worker", {
    "a worker": ["engine (65 s), -, engine (65 s)", "engine (65 s), -, engine (65 s)"],
  }],
  ["loading", "silence", ["good, -, good", "engine (300 s), -, engine (300 s)"]],
  ["ready", "ask", ["good, good, good", "good, good, good"]],
  ["ready", "abort", ["good, -, good", "good, -, good"]],
  ["ready", "unload", ["good, good, good", "good, good, good"]],
  ["ready", "delete", ["good, good, good", "good, good, good"]],
  ["ready", "other model", ["good, good, good", "good, good, good"]],
  ["ready", "lost device", ["good, engine, good", "good, engine, good"]],
  ["ready", "dead worker", { "a worker": ["good, -, engine (60 s)", "good, -, engine (60 s)"] }],
  ["ready", "silence", ["good, -, good", "good, -, good"]],
  ["working", "ask", ["good, good, good", "engine (600 s), good (600 s), good (600 s)"]],
  ["working", "abort", ["abort, -, good", "abort, -, good (10 s)"]],
  ["working", "unload", ["good, good, good", "engine (10 s), good (10 s), good (10 s)"]],
  ["working", "delete", ["good, good, good", "engine (10 s), good (10 s), good (10 s)"]],
  ["working", "other model", ["good, good, good", "engine (60 s), good (60 s), good (60 s)"]],
  ["working", "lost device", ["engine, -, good", "engine (600 s), -, good (600 s)"]],
  ["working", "dead worker", {
    "a worker": ["engine (65 s), -, good (65 s)", "engine (65 s), -, good (65 s)"],
  }],
  ["working", "silence", ["good, -, good", "engine (600 s), -, good (600 s)"]],
  ["ending", "ask", {
    "the main thread": ["abort, good, good", "abort, good (10 s), good (10 s)"],
    "a worker": ["abort, good, good", "abort, good, good"],
  }],
  ["ending", "abort", {
    "the main thread": ["abort, -, good", "abort, -, good (10 s)"],
    "a worker": ["abort, -, good", "abort, -, good"],
  }],
  ["ending", "unload", {
    "the main thread": ["abort, good, good", "abort, good (10 s), good (10 s)"],
    "a worker": ["abort, good, good", "abort, good, good"],
  }],
  ["ending", "delete", {
    "the main thread": ["abort, good, good", "abort, good (10 s), good (10 s)"],
    "a worker": ["abort, good, good", "abort, good, good"],
  }],
  ["ending", "other model", {
    "the main thread": ["abort, good, good", "abort, good (10 s), good (10 s)"],
    "a worker": ["abort, good, good", "abort, good, good"],
  }],
  ["ending", "lost device", {
    "the main thread": ["abort, -, good", "abort, -, good (10 s)"],
    "a worker": ["abort, -, good", "abort, -, good"],
  }],
  ["ending", "dead worker", { "a worker": ["abort, -, good", "abort, -, good"] }],
  ["ending", "silence", {
    "the main thread": ["abort, -, good", "abort, -, good (10 s)"],
    "a worker": ["abort, -, good", "abort, -, good"],
  }],
];

for (const [state, event, outcomes] of TABLE) {
  for (const place of places) {
    const both = 0 in outcomes ? outcomes : outcomes[place];
    if (both === undefined) continue;
    for (const [index, what] of ["goes on", "hangs"].entries()) {
      test(`a session on ${place} that is ${state} and whose engine ${what}, at ${event}`, async () => {
        const hangs = what === "hangs";
        assertEquals(await outcomeOf(state, event, { place, hangs }), both[index]);
      });
    }
  }
}

Deno.test("each event is tried in each state of a session", () => {
  const tried = TABLE.map(([state, event]) => `${state} ${event}`);
  assertEquals(tried, STATES.flatMap((state) => EVENTS.map((event) => `${state} ${event}`)));
  assertEquals(Object.keys(TRANSITIONS).toSorted(), [...STATES].toSorted());
});

Deno.test("a session comes from each state to none, and from none to each", () => {
  for (const from of STATES) {
    const reached = new Set<string>([from]);
    for (const state of reached) {
      Object.values(TRANSITIONS[state as State]).forEach((next) => reached.add(next));
    }
    assertEquals([...reached].toSorted(), [...STATES].toSorted());
  }
});
