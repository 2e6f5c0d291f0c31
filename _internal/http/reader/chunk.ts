// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, asText, isObject, type JsonObject } from "../../core/json.ts";
import type { LLMStreamPart } from "../../core/types.ts";
import { firstChoice, hasChoices, isOllamaChunk } from "./chunk_form.ts";
import { contentText, reasoningInFields, reasoningText, refusalText } from "./content.ts";
import { failureOf } from "./failure.ts";
import { toolCallsOf } from "./tool_calls.ts";
import { countsIn, usageOf } from "./usage.ts";

/** What one JSON value of an answer says, be it a chunk or the whole of it. */
export type ReadChunk = (payload: unknown) => LLMStreamPart;

/** Reads the OpenAI chat completions protocol, and Ollama's if there are no choices. */
export function readCompletionFirst(payload: unknown): LLMStreamPart {
  const isOllama = !hasChoices(payload) && isOllamaChunk(payload);
  return isOllama ? readOllamaChat(payload) : readCompletion(payload);
}

/** Reads Ollama's protocol, and the OpenAI chat completions protocol if there is no text of it. */
export function readOllamaFirst(payload: unknown): LLMStreamPart {
  const part = readOllamaChat(payload);
  return part.token === undefined && hasChoices(payload) ? readCompletion(payload) : part;
}

/** What a chunk of a streamed chat completion, or a whole one, says. */
export function readCompletion(payload: unknown): LLMStreamPart {
  const fields = asObject(payload);
  const choice = firstChoice(fields);
  const refusal = inChoice(choice, refusalText);
  return withFailure({
    reasoning: inChoice(choice, reasoningText),
    token: textOr(inChoice(choice, contentOf), refusal),
    finishReason: asText(choice.finish_reason),
    usage: usageOf(fields, choice),
    toolCalls: inChoice(choice, toolCallsOf),
    refusal,
  }, payload);
}

/** What stands in the delta of a choice, or else in its message; a chunk of a stream has no message. */
function inChoice<T>(
  { delta, message }: JsonObject,
  read: (message: JsonObject) => T | undefined,
): T | undefined {
  return (delta ? read(asObject(delta)) : undefined) ??
    (message ? read(asObject(message)) : undefined);
}

function contentOf({ content }: JsonObject): string | undefined {
  return contentText(content);
}

/** What a line of Ollama's answer says, or of its older `/api/generate`. */
function readOllamaChat(payload: unknown): LLMStreamPart {
  const fields = asObject(payload);
  const message = asObject(fields.message);
  return withFailure({
    // A `content` beside the `response` of `/api/generate` is none of it.
    reasoning: isObject(fields.message) ? reasoningText(message) : reasoningInFields(fields),
    token: contentText(message.content) ?? contentText(fields.response),
    finishReason: asText(fields.done_reason),
    usage: hasCounts(fields) ? countsIn(fields) : undefined,
    toolCalls: toolCallsOf(message),
    done: fields.done === true,
  }, payload);
}

/** A part with what its JSON says of a failure; as a rule that is nothing. */
export function withFailure(part: LLMStreamPart, payload: unknown): LLMStreamPart {
  const failure = failureOf(payload);
  return failure === undefined ? part : { ...part, ...failure };
}

/** Only the last line has them, and each token is a line. */
function hasCounts(fields: JsonObject): boolean {
  return fields.eval_count !== undefined || fields.prompt_eval_count !== undefined;
}

function textOr(text: string | undefined, refusal: string | undefined): string | undefined {
  return refusal === undefined ? text : `${text ?? ""}${refusal}`;
}

/** Whether a part says anything beside an empty text. */
export function hasContent(part: LLMStreamPart): boolean {
  const { token, reasoning, finishReason, usage, toolCalls, refusal, failure, done } = part;
  const hasText = token || reasoning || finishReason || refusal;
  return Boolean(hasText || usage || toolCalls?.length || done) || failure !== undefined;
}
