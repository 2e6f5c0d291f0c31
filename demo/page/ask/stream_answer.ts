// Copyright 2026 the Rivulet authors. MIT license.

import {
  getProviderById,
  type LLMFinish,
  type LLMProviderId,
  type LLMStreamProvider,
  type ThinkingPart,
  ThinkingSplitter,
} from "@rivulet/llm/providers";
import { whyCut } from "../../engines/why_cut.ts";
import { type AnswerView, stoppedNote } from "../answer/answer_view.ts";
import { Stopwatch } from "../answer/stopwatch.ts";
import { loadBrowserEngine } from "../engines/browser_engine.ts";
import { describeEngine } from "../engines/engine_choice.ts";
import { engineNameOf } from "../engines/engine_names.ts";
import type { ModelLoading } from "../panels/model_loading.ts";
import type { Ask } from "./ask.ts";
import type { AskViews } from "./views.ts";

/** A model that is not in memory yet takes its time; silence would look like a hang. */
const PATIENCE_MS = 8000;

/** A model in this browser that has to be loaded says so sooner than this. */
const LOADED_MS = 300;

/**
 * Shows the answer while it comes. Resolves with whether there was one. Rejects with what the
 * provider rejects with, but not for a stop: that is an end.
 */
export async function streamAnswer(
  ask: Ask,
  { views, signal }: { views: AskViews; signal: AbortSignal },
): Promise<boolean> {
  const { definition: { id }, baseUrl, model } = ask.choice;
  const provider: LLMStreamProvider = id === "webllm"
    ? await loadBrowserEngine()
    : getProviderById(id);
  let view: AnswerView | undefined;
  let loading: ModelLoading | undefined;
  let stopwatch = new Stopwatch();
  let finish: LLMFinish = { endedBy: "marker", tokenCount: 0 };
  const answer = (): AnswerView => view ??= views.startAnswer(ask);
  const splitter = new ThinkingSplitter();
  const show = (parts: ThinkingPart[]): void => {
    for (const { token, reasoning } of parts) {
      if (token) answer().write(token);
      if (reasoning) answer().think(reasoning);
    }
  };
  const patience = setTimeout(() => {
    if (id !== "webllm") answer().explainWait(waitWords(id));
    // No progress so far: the model is in memory, and only thinks.
    else if (loading === undefined) answer();
  }, id === "webllm" ? LOADED_MS : PATIENCE_MS);
  if (id !== "webllm") answer();
  let failure: { error: unknown } | undefined;
  try {
    await provider.stream(
      { baseUrl, model, apiKey: ask.apiKey, allowModelDownload: ask.allowModelDownload },
      {
        ...ask.request,
        signal,
        onInitProgress(progress, text) {
          if (loading === undefined) {
            clearTimeout(patience);
            view = undefined;
            loading = views.startLoading(ask);
          }
          loading.update(text);
          // The wait for the first word begins when the model is ready.
          if (progress === 1) {
            stopwatch = new Stopwatch();
            answer();
          }
        },
        onToken(token) {
          clearTimeout(patience);
          stopwatch.token();
          show(splitter.push(token));
        },
        onReasoning(text) {
          clearTimeout(patience);
          answer().think(text);
        },
        onFinish: (summary) => finish = summary,
      },
    );
  } catch (error) {
    failure = { error };
  }
  clearTimeout(patience);
  show(splitter.end());
  if (signal.aborted && view === undefined && loading !== undefined) {
    views.cancelLoading(ask);
    return false;
  }
  const hasText = view !== undefined && view.text !== "";
  if (failure !== undefined && !signal.aborted && !hasText) throw failure.error;
  const shown = answer();
  shown.end(noteOf(shown, { isStopped: signal.aborted, failure, finish }));
  shown.conclude(
    {
      by: describeEngine(ask.choice),
      firstTokenMs: stopwatch.firstTokenMs,
      tokensPerSecond: stopwatch.tokensPerSecond,
    },
    { actions: views, sent: ask.sent },
  );
  views.endAnswer(shown, signal.aborted);
  if (failure !== undefined && !signal.aborted) throw failure.error;
  return hasText;
}

function waitWords(id: LLMProviderId): string {
  return `${
    engineNameOf(id).name
  } is loading the model into memory. The first answer can take a minute.`;
}

function noteOf(
  view: AnswerView,
  { isStopped, failure, finish }: {
    isStopped: boolean;
    failure: { error: unknown } | undefined;
    finish: LLMFinish;
  },
): string | undefined {
  if (isStopped) return stoppedNote(view.wordCount);
  if (failure !== undefined) return "The answer broke off here.";
  if (view.text === "") return "The model returned nothing.";
  return whyCut(finish);
}
