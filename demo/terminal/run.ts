// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, TOP_K_LIMIT } from "@rivulet/llm";
import { chosenEngine, firstLocalEngine } from "../engines/choose.ts";
import { type Asked, explainFailure } from "../engines/explain.ts";
import { GitHubError } from "../stars/github.ts";
import { KeywordIndex } from "../stars/keyword_index.ts";
import { answer } from "./answer.ts";
import { collect } from "./collect.ts";
import { type ChatOptions, UsageError } from "./options.ts";
import type { Report } from "./report.ts";

/** What a run ends with. */
export const EXIT = { ok: 0, failed: 1, usage: 2, noMatch: 3, stopped: 130 } as const;

const HOW_TO_GET_AN_ANSWER =
  "For an answer, start a local server (ollama serve, or lms server start) or add " +
  "--provider standard-compatible.";

/** Searches, and asks a model where there is one. Returns the exit code. */
export async function run(
  options: ChatOptions,
  report: Report,
  signal: AbortSignal,
): Promise<number> {
  try {
    return await searchAndAnswer(options, report, signal);
  } catch (error) {
    if (signal.aborted) {
      report.note("Stopped.");
      return EXIT.stopped;
    }
    if (error instanceof UsageError || error instanceof GitHubError) {
      report.failure({ message: error.message });
      return error instanceof UsageError ? EXIT.usage : EXIT.failed;
    }
    throw error;
  }
}

async function searchAndAnswer(
  options: ChatOptions,
  report: Report,
  signal: AbortSignal,
): Promise<number> {
  const { question, user, matchesOnly } = options;
  const apiKey = readApiKey();
  if (options.provider === "standard-compatible" && apiKey === undefined && !matchesOnly) {
    throw new UsageError("Set RIVULET_API_KEY or OPENAI_API_KEY to the key of the remote provider");
  }
  const collection = await collect(user, report, signal);
  if (user !== undefined && collection.repositories.length === 0) {
    report.note(`@${user} has no public stars, or the profile is private.`);
    return EXIT.noMatch;
  }
  const matches = new KeywordIndex(collection.repositories).search(question, TOP_K_LIMIT);
  report.collection(collection, "keyword");
  if (matches.length === 0) {
    report.note(
      user === undefined ? "No repository matches that." : "None of the stars match that.",
    );
    return EXIT.noMatch;
  }
  report.matches(matches, collection);
  if (matchesOnly) return EXIT.ok;
  return await askEngine({ options, apiKey, signal }, { question, matches, collection }, report);
}

/** Asks the engine that was wished for, else the first that is there. Without one, the matches are the result. */
async function askEngine(
  { options, apiKey, signal }: {
    options: ChatOptions;
    apiKey: string | undefined;
    signal: AbortSignal;
  },
  subject: Parameters<typeof answer>[0],
  report: Report,
): Promise<number> {
  const { definition } = getProviderById(options.provider ?? "local-a");
  let asked: Asked = {
    definition,
    baseUrl: options.baseUrl ?? definition.defaultBaseUrl,
    model: options.model ?? definition.defaultModel,
  };
  try {
    const engine = options.provider === undefined
      ? await firstLocalEngine(options, signal)
      : await chosenEngine(options.provider, options, signal);
    if (engine === undefined) {
      report.note(HOW_TO_GET_AN_ANSWER);
      return EXIT.ok;
    }
    asked = engine;
    report.engine(engine);
    await answer(subject, { engine, apiKey, signal }, report);
    return EXIT.ok;
  } catch (error) {
    const explanation = signal.aborted ? undefined : explainFailure(error, asked);
    if (explanation === undefined) throw error;
    report.failure(explanation);
    return EXIT.failed;
  }
}

function readApiKey(): string | undefined {
  return Deno.env.get("RIVULET_API_KEY") || Deno.env.get("OPENAI_API_KEY") || undefined;
}
