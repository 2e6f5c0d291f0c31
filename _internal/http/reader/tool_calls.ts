// Copyright 2026 the Rivulet authors. MIT license.

import { shownJson } from "../../core/depth.ts";
import { asNumber, asObject, asText, type JsonObject } from "../../core/json.ts";
import type { LLMToolCallPiece } from "../../core/types.ts";

/** The tool calls in a message of either protocol, or pieces of them; the older form has but one. */
export function toolCallsOf(message: JsonObject): readonly LLMToolCallPiece[] | undefined {
  const { tool_calls: calls, function_call: call } = message;
  if (Array.isArray(calls) && calls.length > 0) return calls.map((each) => pieceOf(asObject(each)));
  return call ? [pieceOf({ index: 0, function: call })] : undefined;
}

function pieceOf({ index, id, function: called }: JsonObject): LLMToolCallPiece {
  const { name, arguments: given } = asObject(called);
  return { index: asNumber(index), id: asText(id), name: asText(name), arguments: textOf(given) };
}

/** Ollama gives the arguments as an object. */
function textOf(given: unknown): string {
  if (given === undefined || given === null) return "";
  return typeof given === "string" ? given : shownJson(given);
}
