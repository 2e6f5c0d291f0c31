// Copyright 2026 the Rivulet authors. MIT license.

import { prefixesFor } from "../../stars/embedding_text.ts";
import type { QuestionMeaning } from "../search/messages.ts";
import type { Embedder } from "./embedder.ts";
import { isBrowserModel } from "./meaning_models.ts";

/** A question that takes longer than this is searched by its words. */
const QUESTION_MS = 4000;

/**
 * A question as a vector; "missing" where the model does not answer in time. `onLate` hears when a
 * model that had to be loaded is ready after all.
 */
export async function embedQuestion(
  question: string,
  { model, embedder, onLate }: { model: string; embedder: Embedder; onLate: () => void },
  inTime: AbortSignal = AbortSignal.timeout(QUESTION_MS),
): Promise<QuestionMeaning> {
  const text = prefixesFor(model).query + question;
  // A model in this browser that still loads is not given up: later questions need it as well.
  const isBrowsers = isBrowserModel(model);
  try {
    const vectors = embedder.embedBatch([text], isBrowsers ? {} : { signal: inTime });
    if (isBrowsers) vectors.then(() => inTime.aborted && onLate(), () => {});
    return (await Promise.race([vectors, timeUp(inTime)]))[0] ?? "missing";
  } catch {
    // The words of the question are searched all the same, and the page says so.
    return "missing";
  }
}

/** Resolves with nothing once the time is up. */
function timeUp(signal: AbortSignal): Promise<[]> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve([])));
}
