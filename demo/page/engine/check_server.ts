// Copyright 2026 the Rivulet authors. MIT license.

import type { Diagnosis } from "../../engines/doctor.ts";
import { listModels, localServers, type ServerModel } from "../../engines/local_server.ts";
import { answeringModels } from "../../engines/missing_model.ts";
import { nameByOwner, nameByPaths } from "../../engines/server_name.ts";
import { type EngineState, notReady, ready } from "../state/engine_states.ts";
import { diagnose } from "./diagnose.ts";
import type { EngineChoice } from "./engine_choice.ts";

/** What a look at a local server has found. */
export type ServerCheck =
  | {
    readonly models: readonly string[];
    /** What the server is called; undefined where nothing tells. */
    readonly name: string | undefined;
    readonly state: EngineState;
  }
  | { readonly diagnosis: Diagnosis; readonly state: EngineState };

/** Asks a local server for its models; says why where it gives none. On a click only. */
export async function checkServer(
  choice: EngineChoice,
  signal: AbortSignal,
): Promise<ServerCheck> {
  const { definition: { id }, baseUrl } = choice;
  const server = localServers.get(id)!;
  try {
    const listed = await listModels(server, baseUrl, signal);
    const models = answeringModels(listed);
    const name = await nameOf(id, listed, { baseUrl, signal });
    // A server without a model that answers is there, and yet of no use.
    const state = models.length === 0 ? notReady("no model") : ready(pickedOf(choice, models));
    return { models, name, state };
  } catch (error) {
    signal.throwIfAborted();
    const diagnosis = await diagnose(error, choice);
    return { diagnosis, state: notReady(diagnosis.state) };
  }
}

function pickedOf({ model, definition }: EngineChoice, models: readonly string[]): string {
  return [model, definition.defaultModel].find((name) => models.includes(name ?? "")) ??
    models[0]!;
}

/** Several servers speak the protocol of LM Studio. */
async function nameOf(
  id: string,
  models: readonly ServerModel[],
  { baseUrl, signal }: { baseUrl: string; signal: AbortSignal },
): Promise<string | undefined> {
  if (id !== "local-b") return "Ollama";
  return nameByOwner(models) ?? await nameByPaths(baseUrl, signal);
}
