// Copyright 2026 the Rivulet authors. MIT license.

import { questionText } from "../stars/question_text.ts";
import type { Report } from "./report.ts";
import { whileWaiting } from "./waiting.ts";

/** About 4,000 tokens: what most models can read beside the matches. */
const MAX_CHARACTERS = 16_000;

/**
 * Reads the question from another program. What is too long for a model is left out, and so is what
 * a person would not see of it: colours, and words that only a model reads.
 */
export async function readInput(report: Report, signal: AbortSignal): Promise<string> {
  const isTerminal = Deno.stdin.isTerminal();
  // What a person types must not be written over.
  if (isTerminal) report.note("Type the question. Ctrl+D on a line of its own ends it.");
  const reader = Deno.stdin.readable.getReader();
  const decoder = new TextDecoder();
  let text = "";
  const stopped = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => stopped.reject(signal.reason), { once: true });
  while (text.length <= MAX_CHARACTERS) {
    const reading = Promise.race([reader.read(), stopped.promise]);
    const { done, value } = await (isTerminal ? reading : whileWaiting(
      reading,
      (text) => report.progress("input", text),
      "Reading the question from the standard input",
    ));
    if (done) return questionText(text).trim();
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  const limit = MAX_CHARACTERS.toLocaleString("en");
  report.note(`The input is long: only its first ${limit} characters are asked.`);
  return questionText(text.slice(0, MAX_CHARACTERS)).trim();
}
