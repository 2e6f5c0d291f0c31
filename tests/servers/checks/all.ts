// Copyright 2026 the Rivulet authors. MIT license.

import type { Check } from "../check.ts";
import type { Target } from "../target.ts";
import { answers } from "./answers.ts";
import { connections } from "./connections.ts";
import { conversation } from "./conversation.ts";
import { embeddingFailures } from "./embedding_failures.ts";
import { extraBody } from "./extra_body.ts";
import { meanings } from "./meanings.ts";
import { permission } from "./permission.ts";
import { reasoning } from "./reasoning.ts";
import { refusals } from "./refusals.ts";
import { restarts } from "./restarts.ts";
import { stops } from "./stops.ts";
import { vectors } from "./vectors.ts";

const chat = [answers, conversation, extraBody, reasoning, stops, refusals, connections];
const embedding = [vectors, embeddingFailures, meanings];

/** All checks that concern a target. Those that kill the server come last. */
export function checksFor({ chatModel, embeddingModel }: Target): readonly Check[] {
  const chats = chatModel !== undefined;
  const embeds = embeddingModel !== undefined;
  return [
    permission,
    ...(chats ? chat : []),
    ...(embeds ? embedding : []),
    ...(chats ? [restarts] : []),
  ].flat();
}
