// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { keepAnswerOf } from "../../demo/page/ask/kept_asked.ts";
import { createAsked } from "../../demo/page/state/asked.ts";
import { takeCutAnswer } from "../../demo/page/storage/cut_answer.ts";
import { noteRemoteState } from "../../demo/page/target/note_states.ts";
import { Keys } from "../../demo/page/storage/keys.ts";
import { modelPicks, pickChoices } from "../../demo/page/target/model_picks.ts";
import type { KeptItem } from "../../demo/page/privacy/kept_items.ts";
import { nameItems } from "../../demo/page/privacy/name_items.ts";
import { reasonFor } from "../../demo/page/privacy/reason_for.ts";
import { targetStateOf } from "../../demo/page/messages/target_states.ts";
import { createState } from "../../demo/page/state/state.ts";
import { readSettings } from "../../demo/page/storage/settings.ts";

function item(kind: KeptItem["kind"], name: string): KeptItem {
  return { kind, name, bytes: 1, remove: () => Promise.resolve() };
}

Deno.test("nameItems() counts what can be many, and names the rest", () => {
  const stars = [item("stars", "Stars of @ana"), item("stars", "Stars of @bea")];
  const others = [item("settings", "Settings"), item("key", "Key of a.test, for this tab")];
  assertEquals(nameItems([...stars, ...others]), [
    "2 lists of stars",
    "Settings",
    "Key of a.test, for this tab",
  ]);
  assertEquals(nameItems(stars.slice(1)), ["Stars of @bea"]);
});

Deno.test("pickChoices() picks the chosen model, or the first, and says what is here", () => {
  const picks = modelPicks({ hasHalfPrecision: true });
  const [first, second] = picks.map(({ id }) => id);
  const shares = new Map([[first!, "whole"], [second!, "part"]] as const);
  const states = (chosen?: string) =>
    pickChoices(picks, { kept: shares, chosen }).map(({ state, isPicked }) => [state, isPicked]);
  assertEquals(states(), [
    ["On this device", true],
    ["partly on this device", false],
    ["about 1.0 GB", false],
  ]);
  assertEquals(states(second).map(([, isPicked]) => isPicked), [false, true, false]);
});

const reasons: [url: string, reason: string][] = [
  ["https://api.github.com/users/ana/starred", "Stars"],
  ["https://raw.githubusercontent.com/a/b/HEAD/README.md", "READMEs of matches"],
  ["https://raw.githubusercontent.com/mlc-ai/libs/main/x.wasm", "Files of a model"],
  ["https://cdn-lfs.huggingface.co/x", "Files of a model"],
  ["http://localhost:11434/api/chat", "Answers by Ollama"],
  ["https://api.openai.com/v1/chat/completions", "Answers by Remote"],
  ["http://localhost:9999/", "A connection that you have checked"],
];
for (const [url, reason] of reasons) {
  Deno.test(`reasonFor() says "${reason}" of ${new URL(url).host}`, () => {
    assertStrictEquals(reasonFor(new URL(url), readSettings({})), reason);
  });
}

Deno.test("reasonFor() knows the addresses of the settings", () => {
  const settings = readSettings({
    gitHubApiUrl: "https://git.test/api",
    readmeUrl: "https://raw.test",
  });
  assertStrictEquals(reasonFor(new URL("https://git.test/api/users"), settings), "Stars");
  const readme = new URL("https://raw.test/a/b/HEAD/README.md");
  assertStrictEquals(reasonFor(readme, settings), "READMEs of matches");
});

Deno.test("noteRemoteState() says whether there is a key for the service that is set", () => {
  const keys = new Keys(() => ({ getItem: () => null, setItem: () => {}, removeItem: () => {} }));
  const settings = readSettings({
    engines: { "standard-compatible": { baseUrl: "https://api.test" } },
  });
  const state = createState({
    settings,
    collection: { title: "Sample", repositories: [] },
    example: "",
  });
  const words = () => {
    noteRemoteState(state, keys);
    return targetStateOf(state.targets.value, "standard-compatible").words;
  };
  assertStrictEquals(words(), "needs a key");
  keys.set("https://other.test", "secret");
  assertStrictEquals(words(), "needs a key");
  keys.set("https://api.test", "secret");
  assertStrictEquals(words(), "key entered");
});

Deno.test("an answer is left to the next load until it is kept", async () => {
  const asked = createAsked("photos", { list: "Sample", phase: { kind: "stopped" } });
  asked.matches.value = {
    question: "photos",
    repositories: [],
    total: 0,
    terms: [],
    typed: [],
    offered: [],
    comparedWith: "nothing",
  };
  asked.text.value = "One two";
  const state = createState({
    settings: readSettings({}),
    collection: { title: "Sample", repositories: [] },
    example: "",
  });
  let left: string | undefined;
  await keepAnswerOf(
    asked,
    {
      state,
      storage: {
        // The page is left now.
        keepAnswer: () => Promise.resolve(void (left = takeCutAnswer()?.text)),
      },
      tabs: { tell: () => {} },
    } as unknown as Parameters<typeof keepAnswerOf>[1],
  );
  assertEquals([left, takeCutAnswer()], ["One two", undefined]);
});
