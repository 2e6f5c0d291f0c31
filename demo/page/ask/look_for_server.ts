// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { chosenTarget, firstLocalTarget } from "../../engines/choose.ts";
import { isThisDevice } from "../../engines/doctor.ts";
import { chooseTarget } from "../actions/actions.ts";
import { moveTo } from "../actions/question_actions.ts";
import type { Asked } from "../state/asked.ts";
import type { State } from "../state/state.ts";
import { targetOf } from "../target/target_choice.ts";
import { lookUp } from "../target/look_up.ts";

/** Where a server of llama.cpp is, which speaks like LM Studio. */
const LLAMA_CPP = "http://localhost:8080";

/** What is there answers at once. */
const LIMIT_MS = 1500;

/**
 * Uses a server that runs on this device where nobody has picked who answers. A page of another
 * host would make the browser ask a question that nobody expects: it looks for none.
 */
export async function lookForServer(
  asked: Asked,
  state: State,
  signal: AbortSignal,
): Promise<void> {
  const settings = state.settings.peek();
  if (settings.isPicked || !isThisDevice(location.hostname)) return;
  moveTo(state, asked, { kind: "listing", since: performance.now() });
  const address = (id: LLMProviderId): string => targetOf(settings, id).baseUrl;
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const found = await firstLocalTarget({ addressOf: address, lookUp }, signal).catch(noServer) ??
    await chosenTarget("local-b", { baseUrl: LLAMA_CPP, lookUp }, limit).catch(noServer);
  signal.throwIfAborted();
  if (found === undefined) return;
  const { definition: { id }, baseUrl } = found;
  chooseTarget(state, id, { baseUrl });
}

/** One that is there and has no model that answers is of no use. */
function noServer(): undefined {}
