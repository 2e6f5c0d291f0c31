// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId } from "@rivulet/llm/providers";
import { hostOf } from "../../engines/host.ts";
import { isLocalNetwork, isThisDevice } from "../../engines/doctor.ts";
import { isHost } from "../reach/sources.ts";
import { mayConnect } from "../reach/may_connect.ts";
import type { Settings } from "../storage/settings.ts";
import { targetNameOf } from "../messages/target_names.ts";
import type { Target } from "../state/target.ts";
import { modelName } from "./model_picks.ts";

/** How the settings set up an engine. */
export function targetOf(settings: Settings, id: LLMProviderId): Target {
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
export function describeTarget(choice: Target): string {
  const { definition: { id }, baseUrl, model } = choice;
  const name = model === undefined ? undefined : modelName(model);
  if (name === undefined) return placeOf(choice);
  if (id === "webllm") return `${name} in this browser`;
  return id === "standard-compatible"
    ? `${name} at ${hostOf(baseUrl)}`
    : `${name} on ${placeOf(choice)}`;
}

/** What runs an engine: "Ollama", "api.openai.com", "This browser". */
export function placeOf({ definition: { id }, baseUrl, serverName }: Target): string {
  if (id === "webllm") return "This browser";
  if (id === "standard-compatible") return hostOf(baseUrl);
  return serverName ?? targetNameOf(id).name;
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
