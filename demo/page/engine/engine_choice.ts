// Copyright 2026 the Rivulet authors. MIT license.

import {
  getProviderById,
  type LLMProviderDefinition,
  type LLMProviderId,
} from "@rivulet/llm/providers";
import { hostOf } from "../../engines/host.ts";
import { isLocalNetwork, isThisDevice } from "../../engines/doctor.ts";
import { isHost } from "../reach/sources.ts";
import { mayConnect } from "../reach/may_connect.ts";
import type { Settings } from "../storage/settings.ts";
import { engineNameOf } from "../state/engine_names.ts";
import { modelName } from "./model_picks.ts";

/**
 * An engine as it is set up; the model of a local server is open until it was chosen or asked for.
 */
export interface EngineChoice {
  readonly definition: LLMProviderDefinition;
  readonly baseUrl: string;
  readonly model: string | undefined;
  /** What a local server is called, once it has told. */
  readonly serverName?: string | undefined;
}

/** How the settings set up an engine. */
export function engineChoice(settings: Settings, id: LLMProviderId): EngineChoice {
  const { definition } = getProviderById(id);
  const { baseUrl, model } = settings.engines[id] ?? {};
  const isServer = id === "local-a" || id === "local-b";
  return {
    definition,
    baseUrl: baseUrl ?? definition.defaultBaseUrl,
    model: model ?? (isServer ? undefined : definition.defaultModel),
  };
}

/** "Llama 3.2 1B in this browser", "qwen on LM Studio", "gpt-4o-mini at api.openai.com". */
export function describeEngine(choice: EngineChoice): string {
  const { definition: { id }, baseUrl, model } = choice;
  const name = model === undefined ? undefined : modelName(model);
  if (name === undefined) return placeOf(choice);
  if (id === "webllm") return `${name} in this browser`;
  return id === "standard-compatible"
    ? `${name} at ${hostOf(baseUrl)}`
    : `${name} on ${placeOf(choice)}`;
}

/** What runs an engine: "Ollama", "api.openai.com", "This browser". */
export function placeOf({ definition: { id }, baseUrl, serverName }: EngineChoice): string {
  if (id === "webllm") return "This browser";
  if (id === "standard-compatible") return hostOf(baseUrl);
  return serverName ?? engineNameOf(id).name;
}

/** Whether an address is one to use, and this load of the page may not connect to it. */
export function isBeyondReach(address: string): boolean {
  return addressProblem(address) === undefined && !mayConnect(address);
}

/** Why an address cannot be used from this page; undefined where it can. */
export function addressProblem(address: string): string | undefined {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) {
    return "Enter an address that starts with https:// or http://.";
  }
  const { protocol, hostname, username, password } = new URL(address);
  if (!isHost(hostname)) return "Enter an address with the name or the number of a host.";
  if (username !== "" || password !== "") return "Leave the user name and password out of it.";
  if (protocol !== "http:" || hostname === "localhost" || hostname === "127.0.0.1") {
    return undefined;
  }
  // Others have no rule of the browsers that lets an https page reach them.
  if (isThisDevice(hostname)) return "Write localhost or 127.0.0.1 for this device.";
  return isLocalNetwork(hostname)
    ? undefined
    : "Only this device and its local network may be called by http; for other hosts use https.";
}
