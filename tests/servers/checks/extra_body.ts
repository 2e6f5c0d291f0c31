// Copyright 2026 the Rivulet authors. MIT license.

// Fields of the request that the server itself has to understand.

import { assert, assertEquals } from "@std/assert";
import { readJson } from "../about_server.ts";
import { ask } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import { readRaw } from "../raw_answer.ts";
import { record } from "../recording.ts";
import { configOf, LONG_STORY, type Target } from "../target.ts";

const SCHEMA = {
  type: "object",
  properties: { river: { type: "string", maxLength: 12 }, long: { type: "boolean" } },
  required: ["river", "long"],
  additionalProperties: false,
};

async function schemaIsHeeded(target: Target, { detail, skip }: Findings): Promise<void> {
  const recording = record();
  const config = { ...configOf(target, 80), fetch: recording.fetch };
  const request = { prompt: "Name a river as JSON.", jsonSchema: SCHEMA };
  const text = (await ask(target, config, request)).tokens.join("");
  assertEquals(text, readRaw(target.kind, recording.text()).tokens.join(""));
  detail(text.replace(/\s+/g, " "));
  // Whether a model is held to it is the server's part.
  if (!isOfSchema(text)) skip("the server does not hold its model to a schema");
}

function isOfSchema(text: string): boolean {
  try {
    const answer = JSON.parse(text) as Record<string, unknown>;
    return Object.keys(answer).sort().join() === "long,river";
  } catch {
    return false;
  }
}

async function contextIsHeeded(target: Target, { detail }: Findings): Promise<void> {
  const options = { "num_ctx": 512, "num_predict": 3 };
  await ask(target, configOf(target, 3, { options }), { prompt: LONG_STORY });
  const { models } = await readJson(target, "/api/ps") as {
    models: { name: string; "context_length"?: number }[];
  };
  const [plain] = (target.chatModel ?? "").split(":");
  const loaded = models.find(({ name }) => name.split(":")[0] === plain);
  assert(loaded !== undefined, "the model is not loaded");
  assertEquals(loaded.context_length, 512);
  detail("/api/ps says 512");
}

async function firstWordsAreRepeated(target: Target, { detail }: Findings): Promise<void> {
  const config = configOf(target, 8);
  const [first, second] = [
    await ask(target, config, { prompt: LONG_STORY }),
    await ask(target, config, { prompt: LONG_STORY }),
  ];
  // The text: vLLM sends what a late reader has missed in one piece.
  assertEquals(second.tokens.join(""), first.tokens.join(""));
  detail(JSON.stringify(first.tokens.join("")));
}

/** What holds for fields that the server has to understand. */
export const extraBody: readonly Check[] = [
  { name: "a JSON schema is heeded", run: schemaIsHeeded },
  { name: "temperature 0 and a seed give the same answer twice", run: firstWordsAreRepeated },
  {
    name: "options.num_ctx is heeded",
    skipped: ({ kind }) => kind === "openai" ? "an option of Ollama" : undefined,
    run: contextIsHeeded,
  },
];
