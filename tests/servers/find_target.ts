// Copyright 2026 the Rivulet authors. MIT license.

import { isUp, makesVectors, modelsOf, nameOf, type Place } from "./about_server.ts";
import { isModelNamed, type Options } from "./options.ts";
import type { Target } from "./target.ts";

/** Learns what there is at a place. */
export async function findTarget(
  place: Place,
  options: Options,
  canBeKilled: boolean,
): Promise<Target> {
  const { baseUrl } = place;
  const isNamed = isModelNamed(options);
  if (!await isUp(place, isNamed)) {
    const advice = isNamed ? "" : ": name a model with --chat-model if its list fails";
    throw new Error(`Nothing that lists its models answers at ${baseUrl}${advice}`);
  }
  const models = await modelsOf(place);
  const chatModel = options.chatModel ?? models.find((model) => !makesVectors(model));
  const embeddingModel = options.embeddingModel ?? models.find(makesVectors);
  if ((chatModel ?? embeddingModel) === undefined) throw new Error(`${baseUrl} has no model`);
  return {
    ...place,
    name: await nameOf(place),
    chatModel,
    embeddingModel,
    thinkingModel: options.thinkingModel,
    canBeKilled,
  };
}
