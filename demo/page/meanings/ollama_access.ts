// Copyright 2026 the Rivulet authors. MIT license.

import { listModels, localServers, ModelMissingError } from "../../engines/local_server.ts";
import { servedModel, type ServerId } from "../../engines/served_model.ts";
import { targetOf } from "../target/target_choice.ts";
import { mayConnect, notYetWords } from "../reach/may_connect.ts";
import type { Settings } from "../storage/settings.ts";

/** Where the local servers that are set up are, and whether they have a model. */
export interface OllamaAccess {
  baseUrl(server: ServerId): string;
  /** Rejects with a ModelMissingError where the server does not have the model. */
  check(model: string, signal: AbortSignal): Promise<void>;
}

/** The servers of these settings, which may change. */
export function ollamaAccess(settings: () => Settings): OllamaAccess {
  const baseUrl = (server: ServerId): string => targetOf(settings(), server).baseUrl;
  return {
    baseUrl,
    async check(model, signal) {
      const { server: id, name } = servedModel(model);
      const address = baseUrl(id);
      if (!mayConnect(address)) throw new Error(notYetWords([address]));
      const server = localServers.get(id)!;
      const names = (await listModels(server, address, signal)).map(({ name }) => name);
      if (names.includes(name) || names.includes(`${name}:latest`)) return;
      throw new ModelMissingError(`${name} is not installed. Run: ${server.pullCommand(name)}`);
    },
  };
}
