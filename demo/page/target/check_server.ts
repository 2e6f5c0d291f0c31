// Copyright 2026 the Rivulet authors. MIT license.

import type { Diagnosis } from "../../engines/doctor.ts";
import { localServers } from "../../engines/local_server.ts";
import { answeringModels } from "../../engines/missing_model.ts";
import { notReady, ready } from "../messages/target_states.ts";
import type { TargetState } from "../state/target_state.ts";
import { diagnose } from "./diagnose.ts";
import type { Target } from "../state/target.ts";
import { lookUp } from "./look_up.ts";

/** What a look at a local server has found. */
export type ServerCheck =
  | { readonly models: readonly string[]; readonly state: TargetState }
  | { readonly diagnosis: Diagnosis; readonly state: TargetState };

/** Asks a local server for its models; says why where it gives none. On a click only. */
export async function checkServer(choice: Target, signal: AbortSignal): Promise<ServerCheck> {
  const { definition: { id }, baseUrl } = choice;
  try {
    const look = await lookUp(localServers.get(id)!, baseUrl, signal);
    const models = answeringModels(look.models);
    // A server without a model that answers is there, and yet of no use.
    const state = models.length === 0 ? notReady("no model") : ready(pickedOf(choice, models));
    return { models, state: { ...state, server: look.server.name } };
  } catch (error) {
    signal.throwIfAborted();
    const diagnosis = await diagnose(error, choice);
    return { diagnosis, state: notReady(diagnosis.state) };
  }
}

function pickedOf({ model, definition }: Target, models: readonly string[]): string {
  return [model, definition.defaultModel].find((name) => models.includes(name ?? "")) ??
    models[0]!;
}
