// Copyright 2026 the Rivulet authors. MIT license.

import { isUp, makesVectors, modelsOf, nameOf } from "./about_server.ts";
import type { Options } from "./options.ts";
import { ServerProcess } from "./server_process.ts";
import type { Kind, Target } from "./target.ts";

/** Starts the server if the run is to, and learns what there is. */
export async function findTarget(
  kind: Kind,
  baseUrl: string,
  options: Options,
): Promise<Target> {
  const key = kind === "openai" ? options.key : undefined;
  const place = { kind, baseUrl, key };
  const command = kind === "ollama" ? options.ollamaStart : options.openaiStart;
  const process = command === undefined ? undefined : new ServerProcess(command, () => isUp(place));
  await process?.start();
  if (!await isUp(place)) throw new Error(`Nothing that lists its models answers at ${baseUrl}`);
  const models = await modelsOf(place);
  const chatModel = options.chatModel ?? models.find((model) => !makesVectors(model));
  if (chatModel === undefined) throw new Error(`${baseUrl} has no model to chat with`);
  return {
    ...place,
    name: await nameOf(place),
    chatModel,
    embeddingModel: options.embeddingModel ?? models.find(makesVectors),
    thinkingModel: options.thinkingModel,
    process,
  };
}
