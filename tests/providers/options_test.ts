// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import {
  getProviderById,
  type LLMProviderConfig,
  type LLMProviderId,
  type LLMStreamRequest,
} from "@rivulet/llm";
import { answeringFetch, configFor, httpProviderIds, requestFor } from "../support/ask.ts";

// What JavaScript callers pass, who have no compiler.

const WRONG_REQUESTS: [option: string, value: unknown, message: string][] = [
  ["prompt", undefined, "Set prompt to the text of the question"],
  ["prompt", 7, "Set prompt to the text of the question"],
  ["contextSnippets", "one", "Set contextSnippets to an array of texts"],
  ["contextSnippets", ["one", 2], "Set contextSnippets to an array of texts"],
  ["signal", new AbortController(), "Set signal to an AbortSignal"],
  ["systemPrompt", 7, "Set systemPrompt to a text"],
  ["splitThinking", "yes", 'Set splitThinking to true, false or "opened"'],
  ["onReasoning", "log", "Set onReasoning to a function"],
  ["onFinish", {}, "Set onFinish to a function"],
  ["onInitProgress", 1, "Set onInitProgress to a function"],
  ["onToken", "log", "Set onToken to a function"],
  ["onToken", undefined, "Set onToken to a function"],
];

const WRONG_CONFIGS: [option: string, value: unknown, message: string][] = [
  ["model", 7, "Set model to the name of a model"],
  ["apiKey", 7, "Set apiKey to a text"],
  ["headers", "X-Title: Stars", "Set headers to an object of header names and values"],
  ["extraBody", "temperature", "Set extraBody to an object of body fields"],
  ["fetch", "fetch", "Set fetch to a function"],
  ["allowModelDownload", "yes", "Set allowModelDownload to true or false"],
];

/** The code and the message of the error, and how many requests were sent. */
async function outcomeOf(
  id: LLMProviderId,
  config: object,
  request: object,
): Promise<unknown[]> {
  const { fetch, requests } = answeringFetch(id, ["a"]);
  const asked = getProviderById(id)
    .stream({ ...configFor(id, { fetch }), ...config }, { ...requestFor(), ...request });
  const { code, message } = await asked.then(() => ({}), (error) => error);
  return [code, message, requests.length];
}

for (const id of httpProviderIds) {
  Deno.test(`stream() of ${id} names the option of a request that is wrong, and sends nothing`, async () => {
    for (const [option, value, message] of WRONG_REQUESTS) {
      assertEquals(await outcomeOf(id, {}, { [option]: value }), ["config", message, 0]);
    }
  });

  Deno.test(`stream() of ${id} names the option of a configuration that is wrong, and sends nothing`, async () => {
    for (const [option, value, message] of WRONG_CONFIGS) {
      assertEquals(await outcomeOf(id, { [option]: value }, {}), ["config", message, 0]);
    }
  });

  Deno.test(`stream() of ${id} takes null for an option that is left out`, async () => {
    const { fetch, requests } = answeringFetch(id, ["a"]);
    const left = { headers: null, extraBody: null, allowModelDownload: null };
    const request = { systemPrompt: null, signal: null, onFinish: null, splitThinking: null };
    await getProviderById(id).stream(
      { ...configFor(id, { fetch }), ...left } as unknown as LLMProviderConfig,
      { ...requestFor(), ...request } as unknown as LLMStreamRequest,
    );
    assertEquals(requests.length, 1);
  });

  Deno.test(`stream() of ${id} says that a configuration or a request is missing`, async () => {
    const { stream } = getProviderById(id);
    const nothing = undefined as unknown;
    const errors = await Promise.all([
      stream(nothing as LLMProviderConfig, requestFor()).catch((error) => error.message),
      stream(configFor(id), nothing as LLMStreamRequest).catch((error) => error.message),
    ]);
    assertEquals(errors, [
      "Pass a configuration with baseUrl and model",
      "Set onToken to a function",
    ]);
  });
}
