// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId } from "@rivulet/llm/providers";
import type { Page } from "../core/page.ts";
import { notYetWords } from "../reach/may_connect.ts";
import { chooseTarget, setTargetState } from "../actions/actions.ts";
import { NOT_CHECKED, targetStateOf } from "../messages/target_states.ts";
import type { TargetState } from "../state/target_state.ts";
import { addressProblem, isBeyondReach, targetOf } from "./target_choice.ts";
import type { Keys } from "../storage/keys.ts";
import { noteBrowserState, noteRemoteState } from "./note_states.ts";

/** What stands in the form of an engine, before it is taken over. */
export interface TargetDraft {
  readonly address: string;
  /** `""` where it is open. */
  readonly model: string;
  readonly key: string;
  /** Whether the key is kept for this tab. */
  readonly keepsKey: boolean;
  /** What a check of this address has found. */
  readonly found?: TargetState | undefined;
}

/** Why a draft cannot be used, and the field that it is about. */
export interface DraftProblem {
  readonly field: "address" | "allow" | "model";
  readonly words: string;
}

/** The parts of the page that a draft comes from and goes to. */
export type DraftPage = Pick<Page, "state" | "keys">;

/** An engine as it is set up now; another address is another service, with models of its own. */
export function draftOf(
  id: LLMProviderId,
  { state, keys }: DraftPage,
  { address, model: named }: { address?: string | undefined; model?: string | undefined } = {},
): TargetDraft {
  const { baseUrl, model = "" } = targetOf(state.settings.peek(), id);
  const isOther = address !== undefined && address !== baseUrl;
  return withKeyOf(address ?? baseUrl, { model: named ?? (isOther ? "" : model) }, keys);
}

/** The draft for another address: the key must not follow it there. */
export function withKeyOf(
  address: string,
  { model }: Pick<TargetDraft, "model">,
  keys: Keys,
): TargetDraft {
  return { address, model, key: keys.get(address) ?? "", keepsKey: keys.isKept(address) };
}

/** Takes a draft over; says what is wrong with it where something is, and changes nothing then. */
export function applyDraft(
  id: LLMProviderId,
  draft: TargetDraft,
  page: DraftPage,
): DraftProblem | undefined {
  const { state, keys } = page;
  const model = draft.model.trim();
  const chosen = model === "" ? {} : { model };
  if (id === "webllm") {
    const before = targetOf(state.settings.peek(), id).model;
    chooseTarget(state, id, chosen);
    // Another model may be here already, or not.
    if (model !== before) noteBrowserState(state);
    return undefined;
  }
  const baseUrl = draft.address.trim();
  const { requiresApiKey } = getProviderById(id).definition;
  const words = addressProblem(baseUrl);
  if (words !== undefined) return { field: "address", words };
  if (isBeyondReach(baseUrl)) return { field: "allow", words: notYetWords([baseUrl]) };
  if (requiresApiKey && model === "") {
    return { field: "model", words: "Enter the name of a model." };
  }
  const isMoved = targetOf(state.settings.peek(), id).baseUrl !== baseUrl;
  chooseTarget(state, id, { baseUrl, ...chosen });
  if (requiresApiKey) {
    keys.set(baseUrl, draft.key, { keepForTab: draft.keepsKey });
    noteRemoteState(state, keys);
    return undefined;
  }
  const known = isMoved ? NOT_CHECKED : targetStateOf(state.targets.peek(), id);
  const found = draft.found ?? known;
  const isNamed = found.mood === "ready" && model !== "";
  setTargetState(state, id, isNamed ? { ...found, model } : found);
  return undefined;
}
