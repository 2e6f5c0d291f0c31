// Copyright 2026 the Rivulet authors. MIT license.

import { lmStudio, ollama, ProviderError } from "@rivulet/llm";
import { EmbeddingError, OpenAICompatibleEmbeddingClient } from "@rivulet/llm/embedding";

/** How a call ended. */
export interface Ending {
  /** What was read behind "=", the code of an error, "abort", or what should never come. */
  readonly end: string;
  /** What an error says. */
  readonly words?: string;
  /** How long it went on after it was stopped. */
  readonly lateMs: number;
}

/** The kinds of calls that each server is asked by. */
export const CALLERS: Readonly<
  Record<string, (baseUrl: string, patienceMs: number) => Promise<Ending>>
> = {
  "Ollama's protocol": (...server) => endOfChat(ollama, ...server),
  "OpenAI's protocol": (...server) => endOfChat(lmStudio, ...server),
  "embedding": endOfEmbedding,
};

const MAX_SHOWN = 24;

/** Asks until the caller has had enough. */
async function endOfChat(
  provider: typeof ollama,
  baseUrl: string,
  patienceMs: number,
): Promise<Ending> {
  let text = "";
  return await endOf(patienceMs, async (signal) => {
    await provider.stream({ baseUrl, model: "m" }, {
      prompt: "Q",
      contextSnippets: [],
      signal,
      onToken: (token) => text = (text + token).slice(0, MAX_SHOWN),
      onReasoning: () => {},
      onFinish: () => {},
    });
    return text;
  });
}

async function endOfEmbedding(baseUrl: string, patienceMs: number): Promise<Ending> {
  const client = new OpenAICompatibleEmbeddingClient({ baseUrl, model: "m", timeoutMs: 60_000 });
  return await endOf(patienceMs, async (signal) => {
    const [vector] = await client.embedBatch(["a"], { signal });
    return [...vector!].join(",");
  });
}

async function endOf(
  patienceMs: number,
  call: (signal: AbortSignal) => Promise<string>,
): Promise<Ending> {
  const controller = new AbortController();
  const { signal } = controller;
  let stoppedAt = Infinity;
  const patience = setTimeout(() => {
    stoppedAt = performance.now();
    controller.abort();
  }, patienceMs);
  const late = (): number => Math.max(0, performance.now() - stoppedAt);
  try {
    return { end: `=${await call(signal)}`, lateMs: late() };
  } catch (error) {
    const lateMs = late();
    if (signal.aborted && error === signal.reason) return { end: "abort", lateMs };
    const isOurs = error instanceof ProviderError || error instanceof EmbeddingError;
    return { end: isOurs ? error.code : `a foreign ${error}`, words: `${error}`, lateMs };
  } finally {
    clearTimeout(patience);
  }
}
