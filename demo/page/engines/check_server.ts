// Copyright 2026 the Rivulet authors. MIT license.

import { diagnoseSilence, type Diagnosis } from "../../engines/doctor.ts";
import { explainAnswer, type Explanation, isSilence } from "../../engines/explain.ts";
import { hostOf } from "../../engines/host.ts";
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
    return { diagnosis, state: notReady(diagnosis.state) };
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
  if (!isSilence(error)) {
    const explanation = explainAnswer(error, { definition, baseUrl, model });
    return server === undefined ? explanation : explanation && withCommand(explanation);
  }
  if (server !== undefined) {
    return await diagnoseSilence({ server, baseUrl, place: thisPlace() }, probesOf(baseUrl));
  }
  return {
    message: `No reply from ${hostOf(baseUrl)}. ` +
      "You may be offline, the address may be wrong, or it does not allow calls from web pages.",
  };
}

/** The command that gets a missing model is one to copy. */
function withCommand(explanation: Explanation): Diagnosis {
  const { next, fix } = explanation;
  if (next !== "model" || fix === undefined) return explanation;
  return { ...explanation, fix: "Get it with:", ways: [{ label: "Get the model", command: fix }] };
}
