// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { diagnoseSilence, type Diagnosis } from "../../engines/doctor.ts";
import { explainFailure, type Explanation, isSilence } from "../../engines/explain.ts";
import { listModels, localServers } from "../../engines/local_server.ts";
import type { EngineChoice } from "./engine_choice.ts";
import { type EngineState, notReady, READY } from "./engine_states.ts";
import { probesOf, thisPlace } from "./place.ts";

/** What a look at a local server has found. */
export type ServerCheck =
  | { readonly models: readonly string[]; readonly state: EngineState }
  | { readonly diagnosis: Diagnosis; readonly state: EngineState };

/** Asks a local server for its models; says why where it gives none. On a click only. */
export async function checkServer(
  choice: EngineChoice,
  signal: AbortSignal,
): Promise<ServerCheck> {
  const server = localServers.get(choice.definition.id)!;
  try {
    const models = await listModels(server, choice.baseUrl, signal);
    return { models: models.filter(({ embeds }) => !embeds).map(({ name }) => name), state: READY };
  } catch (error) {
    signal.throwIfAborted();
    const diagnosis = await diagnose(error, choice);
    if (diagnosis === undefined) throw error;
    return { diagnosis, state: notReady(stateWords(diagnosis)) };
  }
}

/**
 * What is wrong, looking closer where nothing came back. Undefined for an error that is no
 * engine's.
 */
export async function diagnose(
  error: unknown,
  { definition, baseUrl, model = definition.defaultModel }: EngineChoice,
): Promise<Diagnosis | undefined> {
  const server = localServers.get(definition.id);
  if (server === undefined || !isSilence(error)) {
    const explanation = explainFailure(error, { definition, baseUrl, model });
    if (explanation === undefined) return undefined;
    if (!isSilence(error)) return server === undefined ? explanation : withCommand(explanation);
    return {
      message: explanation.message.replace(
        /You may be.*$/,
        "You may be offline, the address may be wrong, or it does not allow calls from web pages.",
      ),
    };
  }
  return await diagnoseSilence({ server, baseUrl, place: thisPlace() }, probesOf(baseUrl));
}

/** The command that gets a missing model is one to copy. */
function withCommand(explanation: Explanation): Diagnosis {
  const { next, fix } = explanation;
  if (next !== "model" || fix === undefined) return explanation;
  return { ...explanation, fix: "Get it with:", ways: [{ label: "Get the model", command: fix }] };
}

/** The state of an engine, for its line in the dialog. */
export function stateWords({ message }: Diagnosis): string {
  if (message.includes("does not accept this page") || message.includes("CORS off")) {
    return "blocked by CORS";
  }
  if (message.startsWith("Nothing answers")) return "not running";
  if (message.startsWith("Your browser blocks")) return "blocked by the browser";
  return message.includes("asks for a token") ? "asks for a token" : "not ready";
}

/** Whether the engine is one that is asked for its models. */
export function isLocalServer(id: LLMProviderId): boolean {
  return localServers.has(id);
}
