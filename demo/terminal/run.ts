// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "@rivulet/llm";
import { chosenEngine, type Engine, firstLocalEngine } from "../engines/choose.ts";
import { explainFailure, type Explanation } from "../engines/explain.ts";
import { GitHubError } from "../stars/github.ts";
import { answer } from "./answer.ts";
import { collect } from "./collect.ts";
import { type ChatOptions, UsageError } from "./options.ts";
import type { Report } from "./report.ts";
import { search } from "./search.ts";
import { installWebgpuShims } from "./webgpu_shims.ts";

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
    if (error instanceof UsageError) {
      report.failure({ message: error.message });
      return EXIT.usage;
    }
    return fail(error, undefined, report);
  }
}

async function searchAndAnswer(
  options: ChatOptions,
  report: Report,
  signal: AbortSignal,
): Promise<number> {
  const { question, user, matchesOnly, download } = options;
  const apiKey = readApiKey();
  if (options.provider === "standard-compatible" && apiKey === undefined && !matchesOnly) {
    throw new UsageError("Set RIVULET_API_KEY or OPENAI_API_KEY to the key of the remote provider");
  }
  const collection = await collect(user, report, signal);
  if (user !== undefined && collection.repositories.length === 0) {
    report.note(`@${user} has no public stars, or the profile is private.`);
    return EXIT.noMatch;
  }
  const { matches, ranking } = await search(options, collection, { report, signal });
  report.collection(collection, ranking);
  if (matches.length === 0) {
    report.note(
      user === undefined ? "No repository matches that." : "None of the stars match that.",
    );
    return EXIT.noMatch;
  }
  report.matches(matches, collection);
  if (matchesOnly) return EXIT.ok;
  const engine = await findEngine(options, signal);
  if (engine === undefined) {
    report.note(HOW_TO_GET_AN_ANSWER);
    return EXIT.ok;
  }
  report.engine(engine);
  if (engine.definition.id === "webllm") {
    installWebgpuShims((text) => report.note(text));
  }
  try {
    await answer({ question, matches, collection }, { engine, apiKey, download, signal }, report);
    return EXIT.ok;
  } catch (error) {
    if (signal.aborted) throw error;
    return fail(error, engine, report);
  }
}

/** The engine that was asked for, else the first that is there. */
async function findEngine(options: ChatOptions, signal: AbortSignal): Promise<Engine | undefined> {
  const { provider } = options;
  return provider === undefined
    ? await firstLocalEngine(options, signal)
    : await chosenEngine(provider, options, signal);
}

/** Explains what can be explained; anything else is a fault of this program. */
function fail(error: unknown, engine: Engine | undefined, report: Report): number {
  const explanation = error instanceof GitHubError
    ? { message: error.message }
    : engine?.definition.id === "webllm" && error instanceof ProviderError
    ? explainHere(error)
    : explainFailure(error, engine);
  if (explanation === undefined) throw error;
  report.failure(explanation);
  return EXIT.failed;
}

/** A model that runs in this program fails without a server, whose words there could be. */
function explainHere({ code, message }: ProviderError): Explanation {
  return code === "download-required"
    ? { message: `${message}.`, fix: "Add --download to allow it." }
    : { message };
}

function readApiKey(): string | undefined {
  return Deno.env.get("RIVULET_API_KEY") || Deno.env.get("OPENAI_API_KEY") || undefined;
}
