// Copyright 2026 the Rivulet authors. MIT license.

import { diagnoseSilence, type Diagnosis } from "../../engines/doctor.ts";
import { explainAnswer, type Explanation, isSilence } from "../../engines/explain.ts";
import { hostOf } from "../../engines/host.ts";
import { localServers } from "../../engines/local_server.ts";
import type { EngineChoice } from "./engine_choice.ts";
import { probesOf, thisPlace } from "./place.ts";

/**
 * What is wrong, looking closer where nothing came back. An error that is no engine's says what it
 * says itself.
 */
export async function diagnose(
  error: unknown,
  choice: EngineChoice | undefined,
): Promise<Diagnosis> {
  const known = choice === undefined ? undefined : await diagnoseEngine(error, choice);
  return known ?? { message: error instanceof Error ? error.message : String(error) };
}

async function diagnoseEngine(
  error: unknown,
  { definition, baseUrl, model = "the model" }: EngineChoice,
): Promise<Diagnosis | undefined> {
  const server = localServers.get(definition.id);
  if (!isSilence(error)) {
    const explanation = explainAnswer(error, { definition, baseUrl, model });
    return server === undefined ? explanation : explanation && withCommand(explanation);
  }
  if (server !== undefined) {
    return await diagnoseSilence({ server, baseUrl, place: thisPlace() }, probesOf(baseUrl));
  }
  if (definition.id === "webllm") return undefined;
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
