// Copyright 2026 the Rivulet authors. MIT license.

import { configError } from "../_internal/core/config_error.ts";
import { excerpt } from "../_internal/core/excerpt.ts";
import { parseJson } from "../_internal/core/json.ts";
import { ProviderError } from "../_internal/core/provider_error.ts";
import type {
  LLMFinish,
  LLMProviderConfig,
  LLMStreamProvider,
  LLMTokenRequest,
} from "../_internal/core/types.ts";
import type { SchemaIssue, StandardSchema } from "./standard_schema.ts";

export type * from "./standard_schema.ts";

/** A question whose answer is an object, for {@linkcode readObject}. */
export interface LLMObjectRequest<T> extends LLMTokenRequest {
  /**
   * What the answer is to be: a schema that follows Standard Schema, which also checks it, or a JSON
   * Schema, against which nothing is checked here.
   */
  schema: StandardSchema<T> | Readonly<Record<string, unknown>>;
}

/** The newest version of JSON Schema, which servers read. */
const TARGET = "draft-2020-12";

const FENCE = "```";

/**
 * Asks for an object and reads it. Servers of the chat completions protocol, Ollama and WebLLM get the
 * JSON Schema, and most of them then answer in nothing else. Code fences around the answer are removed.
 *
 * A schema of Zod 4.2, ArkType or another library that makes a JSON Schema by itself (Standard JSON
 * Schema) is enough. For one that does not, such as Valibot's, set `jsonSchema` beside it. With a JSON
 * Schema alone the answer is parsed and **not checked**.
 *
 * Rejects with a {@linkcode ProviderError} of code `format` if the answer is not JSON or does not fit.
 * Its message names the places, and its `reason` is the beginning of the answer. Other failures are
 * those of {@linkcode LLMStreamProvider.tokens}.
 *
 * @typeParam T What the schema describes.
 * @param provider The provider to ask.
 * @param config How to reach the model.
 * @param request The question and the schema.
 * @returns The object, as the schema gives it.
 *
 * @example Read typed facts from a text
 * ```ts
 * import { type LLMProviderConfig, ollama, readObject } from "@rivulet/llm";
 *
 * async function readCity(config: LLMProviderConfig, text: string): Promise<unknown> {
 *   const schema = {
 *     type: "object",
 *     properties: { city: { type: "string" } },
 *     required: ["city"],
 *   };
 *   const systemPrompt = "Answer in JSON: the city that the text is about.";
 *   return await readObject(ollama, config, { prompt: text, systemPrompt, schema });
 * }
 * ```
 */
export async function readObject<T>(
  provider: LLMStreamProvider<string>,
  config: LLMProviderConfig,
  request: LLMObjectRequest<T>,
): Promise<T> {
  const { schema, ...question } = request;
  const standard = standardOf(schema);
  const jsonSchema = question.jsonSchema ?? jsonSchemaOf(schema);
  let finish: LLMFinish | undefined;
  const onFinish = (summary: LLMFinish): unknown => {
    finish = summary;
    return question.onFinish?.(summary);
  };
  let answer = "";
  for await (const token of provider.tokens(config, { ...question, jsonSchema, onFinish })) {
    answer += token;
  }
  const value = parseJson(withoutFences(answer.trim()));
  if (value === undefined) throw formatError(whyNoJson(answer, finish), answer);
  if (standard === undefined) return value as T;
  const result = await standard.validate(value);
  if (result.issues !== undefined) {
    throw formatError(`The answer does not fit the schema: ${placesOf(result.issues)}`, answer);
  }
  return result.value;
}

function standardOf<T>(
  schema: LLMObjectRequest<T>["schema"],
): StandardSchema<T>["~standard"] | undefined {
  const isSchema = (typeof schema === "object" && schema !== null) || typeof schema === "function";
  if (!isSchema) throw configError("Set schema to a Standard Schema or a JSON Schema");
  return "~standard" in schema ? (schema as StandardSchema<T>)["~standard"] : undefined;
}

function jsonSchemaOf<T>(schema: LLMObjectRequest<T>["schema"]): object {
  const standard = standardOf(schema);
  if (standard === undefined) return schema;
  try {
    const made = standard.jsonSchema?.input({ target: TARGET });
    if (made !== undefined) return made;
  } catch (cause) {
    throw configError("Set jsonSchema beside schema, which makes no JSON Schema of itself", cause);
  }
  throw configError("Set jsonSchema beside schema, which makes no JSON Schema of itself");
}

/** An answer without the block of code around it, as models write it although nobody asked. */
function withoutFences(answer: string): string {
  const firstLine = answer.indexOf("\n");
  const isBlock = answer.startsWith(FENCE) && answer.endsWith(FENCE) && firstLine !== -1;
  return isBlock ? answer.slice(firstLine, -FENCE.length) : answer;
}

/** Why an answer is no JSON, as far as its end tells. */
function whyNoJson(answer: string, finish: LLMFinish | undefined): string {
  if (finish?.refusal !== undefined) return "The model refused to answer";
  if (finish?.finishReason === "length") return "The answer was cut at the limit of its tokens";
  return answer.trim() === "" ? "The answer is empty" : "The answer is not JSON";
}

function formatError(message: string, answer: string): ProviderError {
  return new ProviderError("format", message, { reason: excerpt(answer) });
}

/** The faults, each behind its place: `items[0].name: Expected string`. */
function placesOf(issues: readonly SchemaIssue[]): string {
  return issues.map(({ path = [], message }) => {
    const place = path.map((step) => nameOf(typeof step === "object" ? step.key : step)).join("");
    return place === "" ? message : `${place.replace(/^\./, "")}: ${message}`;
  }).join("; ");
}

function nameOf(key: PropertyKey): string {
  return typeof key === "number" ? `[${key}]` : `.${String(key)}`;
}
