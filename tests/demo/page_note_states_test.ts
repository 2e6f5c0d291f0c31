// Copyright 2026 the Rivulet authors. MIT license.

import { assertStrictEquals } from "@std/assert";
import { setTargetState } from "../../demo/page/actions/actions.ts";
import { ready } from "../../demo/page/messages/target_states.ts";
import { createState, type State } from "../../demo/page/state/state.ts";
import { readSettings } from "../../demo/page/storage/settings.ts";
import { noteBrowserState } from "../../demo/page/target/note_states.ts";

const ADAPTER = { features: new Set<string>() };

/** Runs a test with a graphics card that answers when the test lets it. */
function withGraphics(
  test: (asked: PromiseWithResolvers<unknown>[], state: State) => Promise<void>,
): () => Promise<void> {
  return async () => {
    const asked: PromiseWithResolvers<unknown>[] = [];
    const requestAdapter = () => {
      const question = Promise.withResolvers<unknown>();
      asked.push(question);
      return question.promise;
    };
    Object.defineProperty(navigator, "gpu", { value: { requestAdapter }, configurable: true });
    try {
      const collection = { title: "Sample", repositories: [] };
      const state = createState({ settings: readSettings({}), collection, example: "" });
      await test(asked, state);
    } finally {
      Reflect.deleteProperty(navigator, "gpu");
    }
  };
}

const wordsOf = ({ targets }: State) => targets.value.get("webllm")?.words;

Deno.test(
  "noteBrowserState() says what it finds",
  withGraphics(async (asked, state) => {
    const first = noteBrowserState(state);
    asked[0]!.resolve(null);
    await first;
    assertStrictEquals(wordsOf(state), "no WebGPU");
    const second = noteBrowserState(state);
    asked[1]!.resolve(ADAPTER);
    await second;
    assertStrictEquals(wordsOf(state), "not downloaded");
  }),
);

Deno.test(
  "noteBrowserState() leaves what an answer has told meanwhile",
  withGraphics(async (asked, state) => {
    const look = noteBrowserState(state);
    setTargetState(state, "webllm", ready("a"));
    asked[0]!.resolve(ADAPTER);
    await look;
    assertStrictEquals(wordsOf(state), "ready");
    assertStrictEquals(state.graphics.value, "full-precision");
  }),
);

Deno.test(
  "noteBrowserState() says what the newest look finds, whichever ends last",
  withGraphics(async (asked, state) => {
    const older = noteBrowserState(state);
    const newer = noteBrowserState(state);
    asked[0]!.resolve(null);
    await older;
    assertStrictEquals(wordsOf(state), undefined);
    asked[1]!.resolve(ADAPTER);
    await newer;
    assertStrictEquals(wordsOf(state), "not downloaded");
  }),
);
