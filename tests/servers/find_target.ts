// Copyright 2026 the Rivulet authors. MIT license.

import { isUp, makesVectors, modelsOf, nameOf, type Place } from "./about_server.ts";
import type { Options } from "./options.ts";
import type { Target } from "./target.ts";

/** Learns what there is at a place. */
export async function findTarget(
  place: Place,
  options: Options,
  canBeKilled: boolean,
): Promise<Target> {
  const { baseUrl } = place;
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
    canBeKilled,
  };
}
