// Copyright 2026 the Rivulet authors. MIT license.

import { skippedLine } from "../../core/skipped.ts";
import type { LLMSkipped, LLMStreamPart } from "../../core/types.ts";
import { hasContent, type ReadChunk } from "./chunk.ts";
import { suspicionOf } from "./failure.ts";
import type { Failure } from "./reason.ts";
import { readSpelled } from "./spelled_numbers.ts";

/** What a line says: a piece of the answer, or that it may have failed. */
export interface AnswerPart extends LLMStreamPart {
  /** Why it may have failed. A chunk that follows clears it, the end of the answer confirms it. */
  readonly suspicion?: Failure;
  /** What stands beside the answer in a form that is not known; it counts if no token comes. */
  readonly beside?: LLMSkipped | undefined;
}

/** A chunk without words, which clears a suspicion all the same. */
export const SILENT_CHUNK: AnswerPart = {};

/** Shared, because many lines hold nothing to deliver. */
export const NOTHING: readonly AnswerPart[] = [];

/** What a JSON text says, given its parsed value. */
export function readPart(read: ReadChunk, payload: unknown, text: string): AnswerPart {
  const part = readSpelled(read, payload, text);
  if (hasContent(part)) return part;
  const suspicion = suspicionOf(payload);
  return suspicion === undefined ? part : { suspicion };
}

/** Whether a part says anything, or raises a suspicion. */
export function isTelling(part: AnswerPart): boolean {
  return hasContent(part) || part.suspicion !== undefined;
}

/** Whether a part says that the answer has failed, or may have. */
export function isFailing({ failure, suspicion }: AnswerPart): boolean {
  return failure !== undefined || suspicion !== undefined;
}

/** Tells of a line that was not understood, if there is one. */
export function skip(line: string): readonly AnswerPart[] {
  return line === "" ? NOTHING : [{ skipped: skippedLine(line) }];
}

/** Tells of what was not understood, if there is any. */
export function tell(skipped: LLMSkipped | undefined): readonly AnswerPart[] {
  return skipped === undefined ? NOTHING : [{ skipped }];
}

/** Tells of what stands beside the answer, if there is any. */
export function besides(beside: LLMSkipped | undefined): readonly AnswerPart[] {
  return beside === undefined ? NOTHING : [{ beside }];
}
