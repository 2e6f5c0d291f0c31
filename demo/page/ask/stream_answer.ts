// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMStreamProvider } from "@rivulet/llm/providers";
import { holeWords, unreadAnswer } from "../../engines/not_read.ts";
import { whyCut } from "../../engines/why_cut.ts";
import { loadBrowserEngine } from "../target/browser_engine.ts";
import { moveTo } from "../actions/question_actions.ts";
import type { State } from "../state/state.ts";
import { AnswerStream } from "./answer_stream.ts";
import type { Ask } from "./compose_ask.ts";

const NO_END = "The connection ended, and the server has not said that the answer is whole.";

/**
 * Brings the answer into the state while it comes. Rejects with what the provider rejects with, but
 * not for a stop: that is an end.
 */
export async function streamAnswer(
  ask: Ask,
  { state, signal }: { state: State; signal: AbortSignal },
): Promise<void> {
  const { asked, choice: { definition: { id }, baseUrl, model }, apiKey, request } = ask;
  const tooLong = new AbortController();
  const stream = new AnswerStream(ask, state, () => tooLong.abort());
  // Stop acts at once: what has arrived and is not shown yet is left out.
  signal.addEventListener("abort", () => stream.stop(), { once: true });
  stream.wait();
  try {
    const provider: LLMStreamProvider = id === "webllm"
      ? await loadBrowserEngine()
      : getProviderById(id);
    // A model that is here may still miss a small file; weights are never fetched without consent.
    await provider.stream({ baseUrl, model, apiKey, allowModelDownload: true }, {
      ...request,
      signal: AbortSignal.any([signal, tooLong.signal]),
      onInitProgress: (progress, text) => stream.load(progress, text),
      onToken: (token) => stream.push(token),
      onReasoning: (text) => stream.think(text),
      onFinish: (finish) => stream.end(finish),
    });
  } catch (error) {
    if (signal.aborted) return stream.stop();
    if (!tooLong.signal.aborted) {
      await stream.drain();
      if (signal.aborted) return stream.stop();
      throw error;
    }
  }
  if (signal.aborted) return stream.stop();
  await stream.drain();
  if (signal.aborted) return;
  const unread = unreadAnswer(stream.finish, asked.text.peek());
  if (unread !== undefined && asked.thoughts.peek() === "") throw unread;
  const { endedBy, finishReason } = stream.finish;
  const isCut = endedBy === "eof" && finishReason === undefined && !tooLong.signal.aborted;
  if (isCut && asked.text.peek() !== "") {
    return moveTo(state, asked, { kind: "broken", reason: { message: NO_END } });
  }
  const note = tooLong.signal.aborted
    ? "The answer is cut here: the page shows no more of one answer."
    : whyCut({ ...stream.finish, endedBy: "marker" }) ?? holeWords(stream.finish);
  moveTo(state, asked, { kind: "done", note });
}
