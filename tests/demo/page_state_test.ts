// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { MAX_QUESTION, pickFilters, typeQuestion } from "../../demo/page/actions/actions.ts";
import { toggleLeftOut } from "../../demo/page/actions/source_actions.ts";
import { type Asked, createAsked } from "../../demo/page/state/asked.ts";
import { turnOf } from "../../demo/page/state/turn_of.ts";
import { hintWords, submitWords } from "../../demo/page/messages/box_words.ts";
import { addToLedger } from "../../demo/page/state/ledger.ts";
import { privacyWords } from "../../demo/page/messages/privacy_words.ts";
import { isOver, isRunning, type Phase } from "../../demo/page/state/phase.ts";
import { actionsOf } from "../../demo/page/state/phase_actions.ts";
import {
  announcementWords,
  endWords,
  figureWords,
  progressWords,
} from "../../demo/page/messages/phase_words.ts";
import {
  dropQuestion,
  editQuestion,
  goBack,
  leaveConversation,
  moveTo,
  startQuestion,
} from "../../demo/page/actions/question_actions.ts";
import { starsReadingWords } from "../../demo/page/messages/stars_reading_words.ts";
import { createState, type State } from "../../demo/page/state/state.ts";
import { defaultSettings } from "../../demo/page/storage/settings.ts";
import type { Repository } from "../../demo/stars/repository.ts";

function repository(fullName: string, language?: string): Repository {
  return {
    fullName,
    description: "",
    topics: [],
    stars: 1,
    archived: false,
    ...(language !== undefined && { language }),
  };
}

function newState(): State {
  const repositories = [repository("a/one", "Zig"), repository("b/two", "Rust")];
  return createState({
    settings: defaultSettings,
    collection: { title: "Sample", repositories },
    example: "an example",
  });
}

function newAsked(phase: Phase = { kind: "searching", since: 0 }): Asked {
  const asked = createAsked("photos", { list: "Sample", phase });
  asked.target.value = { by: "llama3.1:8b on Ollama", place: "Ollama" };
  return asked;
}

const PHASES: readonly Phase[] = [
  { kind: "searching", since: 0 },
  { kind: "listing", since: 0 },
  { kind: "sending?", host: "api.test", keepsKey: false },
  { kind: "loading", line: { line: "Downloading…", newPhase: "Downloading" } },
  { kind: "waiting", since: 0 },
  { kind: "thinking", since: 0 },
  { kind: "answering", since: 0 },
  { kind: "done" },
  { kind: "stopped" },
  { kind: "cancelled" },
  { kind: "broken", reason: { message: "No reply" } },
  { kind: "failed", reason: { message: "No reply" } },
  { kind: "no match" },
  { kind: "no graphics" },
  { kind: "no key", host: "api.test" },
];

Deno.test("a phase either runs, waits for the person, or is over", () => {
  const running = PHASES.filter(isRunning).map(({ kind }) => kind);
  const over = PHASES.filter(isOver).map(({ kind }) => kind);
  assertEquals(running, ["searching", "listing", "loading", "waiting", "thinking", "answering"]);
  assertEquals(
    PHASES.map(({ kind }) => kind).filter((kind) =>
      !running.includes(kind) && !over.includes(kind)
    ),
    ["sending?"],
  );
});

Deno.test("the button stops what runs and asks otherwise, and no phase has two meanings", () => {
  for (const phase of PHASES) {
    assertStrictEquals(submitWords(phase), isRunning(phase) ? "Stop" : "Ask");
    const asked = newAsked(phase);
    if (!isOver(phase)) assertEquals(actionsOf(asked), []);
  }
  assertStrictEquals(submitWords(undefined), "Ask");
});

Deno.test("what is waited for is told by the clock, and nothing is invented", () => {
  const words = (phase: Phase, rate?: number) => {
    const asked = newAsked(phase);
    if (rate !== undefined) asked.figures.value = { tokensPerSecond: rate };
    return progressWords(asked, 12_400);
  };
  assertEquals(
    [
      words({ kind: "listing", since: 9000 }),
      words({ kind: "waiting", since: 0 }),
      words({ kind: "thinking", since: 0 }),
      words({ kind: "answering", since: 0 }, 31.2),
      words({ kind: "done" }),
    ],
    [
      "Reading the list of models · 3 s",
      "Waiting for llama3.1:8b on Ollama · 12 s",
      "Thinking · 12 s",
      "llama3.1:8b on Ollama · 12 s · 31 tok/s",
      undefined,
    ],
  );
});

Deno.test("an answer that broke off is said to have broken off, in sight and aloud", () => {
  const asked = newAsked({ kind: "broken", reason: { message: "No reply" } });
  asked.text.value = "one two three";
  assertStrictEquals(endWords(asked), "Ollama stopped answering after 3 words.");
  assertStrictEquals(announcementWords(asked), "The answer broke off after 3 words.");
  assertEquals(actionsOf(asked), ["ask again", "other target"]);
});

Deno.test("what a screen reader hears are edges: never a token, and no failure twice", () => {
  const heard = PHASES.map((phase) => announcementWords(newAsked(phase)));
  assertEquals(heard, [
    undefined,
    undefined,
    "Send to api.test?",
    "Downloading.",
    "Answering.",
    undefined,
    undefined,
    "The model returned nothing.",
    "Stopped.",
    "Cancelled.",
    "The answer broke off after 0 words.",
    undefined,
    "No match.",
    undefined,
    undefined,
  ]);
});

Deno.test("a finished answer tells its figures, as far as they were measured", () => {
  const asked = newAsked({ kind: "done" });
  asked.text.value = "one two";
  assertStrictEquals(figureWords(asked), "llama3.1:8b on Ollama · 2 words");
  asked.figures.value = { firstWordMs: 940, tokensPerSecond: 8.25 };
  assertStrictEquals(
    figureWords(asked),
    "llama3.1:8b on Ollama · first word 0.9 s · 8.3 tok/s · 2 words",
  );
  assertStrictEquals(endWords(asked), undefined);
  asked.phase.value = { kind: "stopped" };
  assertStrictEquals(endWords(asked), "Stopped after 2 words.");
});

Deno.test("the hint says what Enter does while an answer comes", () => {
  const asked = newAsked({ kind: "answering", since: 0 });
  const words = (isChanged: boolean) =>
    hintWords(asked, { isChanged, hasKeyboard: true, hasTarget: true });
  assertEquals([words(false), words(true)], [
    "Esc to stop",
    "Esc to stop · Enter asks what is in the box instead",
  ]);
});

Deno.test("a filter that the list does not have is gone, in sight and in effect", () => {
  const state = newState();
  pickFilters(state, { language: "Zig" });
  assertStrictEquals(state.filters.value.language, "Zig");
  state.collection.value = { title: "@ana", repositories: [repository("c/three", "Go")] };
  assertStrictEquals(state.filters.value.language, "");
});

Deno.test("an answer stays when stars change, and comes back where a new question gets none", () => {
  const state = newState();
  const first = newAsked({ kind: "done" });
  first.text.value = "Take this";
  startQuestion(state, first);
  state.collection.value = { title: "@ana", repositories: [] };
  assertStrictEquals(state.asked.value, first);
  const second = newAsked();
  startQuestion(state, second);
  assertEquals([state.asked.value, state.earlier.value], [second, first]);
  dropQuestion(state);
  assertEquals([state.asked.value, state.earlier.value], [first, undefined]);
});

Deno.test("a question that was asked leaves the box, and can come back into it", () => {
  const state = newState();
  const answered = newAsked({ kind: "done" });
  answered.text.value = "Take this";
  typeQuestion(state, " photos ");
  toggleLeftOut(state, "a/one");
  startQuestion(state, answered);
  assertEquals([state.question.value, state.searched.value], ["", "photos"]);
  // Asked again, it goes without it as well.
  assertEquals([...state.leftOut.value], ["a/one"]);
  assertStrictEquals(turnOf(answered), answered);
  editQuestion(state);
  assertEquals([state.question.value, state.asked.value], ["photos", undefined]);
  goBack(state);
  assertEquals([state.question.value, state.asked.value], ["", answered]);
  const failed = createAsked("music", {
    list: "Sample",
    before: answered,
    phase: { kind: "failed", reason: { message: "No reply" } },
  });
  typeQuestion(state, "something else");
  assertEquals([...state.leftOut.value], []);
  startQuestion(state, failed);
  assertStrictEquals(state.question.value, "something else");
  // What got no answer is no turn of the conversation.
  assertStrictEquals(turnOf(failed), answered);
  editQuestion(state);
  assertEquals(
    [state.question.value, state.asked.value, state.earlier.value],
    ["music", answered, undefined],
  );
  leaveConversation(state);
  assertEquals(
    [state.question.value, state.asked.value, state.earlier.value],
    ["", undefined, answered],
  );
});

Deno.test("a question that is not the one in sight changes nothing that is said", () => {
  const state = newState();
  const old = newAsked();
  startQuestion(state, old);
  startQuestion(state, newAsked());
  moveTo(state, old, { kind: "stopped" });
  assertStrictEquals(state.said.value, "");
  assertStrictEquals(state.isBusy.value, true);
});

Deno.test("typeQuestion() cuts what is too long at a word, and says so", () => {
  const state = newState();
  typeQuestion(state, "word ".repeat(1000));
  assertStrictEquals(state.question.value.length <= MAX_QUESTION, true);
  assertStrictEquals(state.question.value.endsWith("word"), true);
  assertStringIncludes(state.boxNote.value ?? "", "2,000 characters");
  typeQuestion(state, "short");
  assertEquals([state.question.value, state.boxNote.value], ["short", undefined]);
});

Deno.test("an example is searched for in the sample until something is typed", () => {
  const state = newState();
  assertStrictEquals(state.searched.value, "an example");
  typeQuestion(state, " photos ");
  assertStrictEquals(state.searched.value, "photos");
});

Deno.test("sources stay beside their answer until something else is typed", () => {
  const state = newState();
  const asked = newAsked({ kind: "done" });
  asked.matches.value = {
    question: "photos",
    repositories: [repository("a/one")],
    total: 1,
    terms: [[]],
    typed: [],
    offered: [],
    comparedWith: "nothing",
  };
  startQuestion(state, asked);
  assertStrictEquals(state.showsSources.value, true);
  typeQuestion(state, "music");
  assertEquals([state.showsSources.value, state.isChanged.value], [false, true]);
  state.pinsSources.value = true;
  assertStrictEquals(state.showsSources.value, true);
  typeQuestion(state, "music and");
  assertStrictEquals(state.showsSources.value, false);
});

Deno.test("toggleLeftOut() leaves a match out and takes it back", () => {
  const state = newState();
  toggleLeftOut(state, "a/one");
  assertEquals([...state.leftOut.value], ["a/one"]);
  toggleLeftOut(state, "a/one");
  assertEquals([...state.leftOut.value], []);
});

Deno.test("the chip tells what was sent: nothing, to this device, or to hosts", () => {
  const sent = (...hosts: string[]) =>
    hosts.reduce(
      (entries, host) => addToLedger(entries, { host, why: "Stars", bytesOut: 1 }),
      [] as ReturnType<typeof addToLedger>,
    );
  assertEquals(privacyWords([]), { name: "Private", detail: "" });
  assertEquals(privacyWords(sent("localhost:11434", "127.0.0.1:1")), {
    name: "Private",
    detail: "this device only",
  });
  assertEquals(privacyWords(sent("api.test", "api.test", "localhost:1")), {
    name: "Sent to 1 host",
    detail: "",
  });
});

Deno.test("addToLedger() names each end that a host serves, once", () => {
  const ends = ["Files of a model", "READMEs", "Files of a model"];
  const entries = ends.reduce(
    (known, why) => addToLedger(known, { host: "raw.test", why, bytesOut: 2 }),
    [] as ReturnType<typeof addToLedger>,
  );
  assertEquals(entries, [
    { host: "raw.test", why: "Files of a model; READMEs", requests: 3, bytesOut: 6 },
  ]);
});

Deno.test("a reading of stars says how far it is, and what a limit means", () => {
  const came = { count: 400, total: 2500 };
  const until = new Date(2026, 0, 1, 14, 32);
  const limited = (hasToken: boolean, isStaged = false) =>
    starsReadingWords({
      kind: "limited",
      user: "ana",
      came,
      isStaged,
      until,
      hasToken,
      isPause: false,
      goesOn: false,
    });
  assertStrictEquals(
    starsReadingWords({ kind: "reading", user: "ana", came, isStaged: false })?.line,
    "Reading @ana's stars: 400 of about 2,500",
  );
  assertStringIncludes(limited(false)!.line, "400 of about 2,500 stars. GitHub allows 60 requests");
  assertEquals(limited(false)!.actions.map(({ words }) => words), [
    "Continue at 14:32",
    "Add a token",
  ]);
  assertStringIncludes(limited(true)!.line, "5,000 requests an hour with this token");
  assertStringIncludes(limited(true, true)!.line, "The old list stays");
  assertStrictEquals(starsReadingWords({ kind: "idle" }), undefined);
});

Deno.test("a pause that GitHub asks for has words of its own, and goes on without a token", () => {
  const until = new Date(2026, 0, 1, 14, 32);
  const paused = (goesOn: boolean, count = 400) =>
    starsReadingWords({
      kind: "limited",
      user: "ana",
      came: { count, total: 2500 },
      isStaged: false,
      until,
      hasToken: false,
      isPause: true,
      goesOn,
    })!;
  assertStrictEquals(
    paused(true).line,
    "400 of about 2,500 stars. GitHub asks for a pause until 14:32: too many requests came at once.",
  );
  assertStrictEquals(paused(true).hint, "Goes on by itself at 14:32.");
  assertEquals(paused(true).actions.map(({ words }) => words), ["Cancel"]);
  assertEquals(paused(false).actions.map(({ words }) => words), ["Continue at 14:32"]);
  assertStrictEquals(paused(true, 0).line.startsWith("GitHub asks for a pause"), true);
});

Deno.test("what is left out is left out of one question, and both ways are said", () => {
  const state = newState();
  typeQuestion(state, "photos");
  toggleLeftOut(state, "a/one");
  assertStrictEquals(state.said.value, "a/one is left out of the answer to this question.");
  typeQuestion(state, "photos ");
  assertEquals([...state.leftOut.value], ["a/one"]);
  typeQuestion(state, "ripgrep");
  assertEquals([...state.leftOut.value], []);
  toggleLeftOut(state, "a/one");
  toggleLeftOut(state, "a/one");
  assertStrictEquals(state.said.value, "a/one goes to the model again.");
});

Deno.test("a failure leaves nothing said of the answer before it", () => {
  const state = newState();
  const asked = newAsked({ kind: "waiting", since: 0 });
  startQuestion(state, asked);
  moveTo(state, asked, { kind: "waiting", since: 0 });
  assertStrictEquals(state.said.value, "Answering.");
  moveTo(state, asked, { kind: "failed", reason: { message: "No reply" } });
  assertStrictEquals(state.said.value, "");
});
