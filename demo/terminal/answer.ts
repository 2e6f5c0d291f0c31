// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMFinish, type ThinkingPart, ThinkingSplitter } from "@rivulet/llm";
import type { Engine } from "../engines/choose.ts";
import { citedSources } from "../stars/citations.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { buildPrompt, buildSnippet } from "../stars/snippet.ts";
import { loadNotes } from "./load_notes.ts";
import type { Report } from "./report.ts";

/** A model that is not in memory yet takes its time; silence would look like a hang. */
const PATIENCE_MS = 8000;

/** Asks the model and reports its answer. Rejects with what the provider rejects with. */
export async function answer(
  { question, matches, collection }: {
    question: string;
    matches: readonly Repository[];
    collection: Collection;
  },
  { engine, apiKey, download, signal }: {
    engine: Engine;
    apiKey: string | undefined;
    download: boolean;
    signal: AbortSignal;
  },
  report: Report,
): Promise<void> {
  let start = performance.now();
  let firstAt: number | undefined;
  let lastAt = start;
  let text = "";
  let finish: LLMFinish = { endedBy: "eof", tokenCount: 0 };
  const patience = setTimeout(() => {
    report.note(
      `${engine.name} is loading the model into memory. The first answer can take a minute.`,
    );
  }, PATIENCE_MS);
  // Pipes are for the answer: reasoning that a server leaves in the text is left out, like that
  // which it sends apart.
  const splitter = new ThinkingSplitter();
  const tell = (parts: ThinkingPart[]): void => {
    for (const { token = "" } of parts) {
      text += token;
      if (token !== "") report.token(token);
    }
  };
  const note = loadNotes((text) => report.note(text));
  try {
    await getProviderById(engine.definition.id).stream(
      { baseUrl: engine.baseUrl, model: engine.model, apiKey, allowModelDownload: download },
      {
        prompt: buildPrompt(question),
        contextSnippets: matches.map((match) => buildSnippet(match, collection)),
        signal,
        onInitProgress(progress, text) {
          clearTimeout(patience);
          // The first word is late by what the model takes, not by a download that has been told
          // of.
          start = performance.now();
          note(progress, text);
        },
        onToken(token) {
          clearTimeout(patience);
          lastAt = performance.now();
          firstAt ??= lastAt;
          tell(splitter.push(token));
        },
        onReasoning: () => clearTimeout(patience),
        onFinish: (summary) => finish = summary,
      },
    );
  } finally {
    clearTimeout(patience);
    tell(splitter.end());
  }
  report.summary({
    finish,
    firstTokenMs: firstAt === undefined ? undefined : firstAt - start,
    tokensPerSecond: rate(finish.tokenCount, lastAt - (firstAt ?? start)),
    sources: citedSources(text, matches),
  });
}

/** Tokens a second after the first one; undefined where nothing can be said. */
function rate(tokenCount: number, durationMs: number): number | undefined {
  return tokenCount < 2 || durationMs <= 0 ? undefined : (tokenCount - 1) * 1000 / durationMs;
}
