// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../../core/provider_error.ts";
import { insecureContext, lowLimits, missingFeature, noAdapter } from "./place_errors.ts";
import { type Failure, readFailure } from "./failure.ts";
import { damagedFile, FAILURE_RULES, type FailureRule } from "./failure_rules.ts";
import type { WebLLMModelRecord } from "../types.ts";

/**
 * The error to hand on for one that the engine threw; each says what to do, and its cause is what
 * was thrown.
 */
export function engineError(cause: unknown, id: string): ProviderError {
  if (cause instanceof ProviderError) return cause;
  const failure = readFailure(cause);
  const details = { cause, reason: failure.text };
  if (failure.name === "ReferenceError" && /\bcaches\b/.test(failure.text)) {
    return insecureContext(cause);
  }
  if (isNoAdapter(failure)) return noAdapter(cause);
  if (/^(ShaderF16|Feature)SupportError$/.test(failure.name)) {
    return missingFeature(/shader-f16/.exec(failure.text)?.[0] ?? "a feature", { id }, cause);
  }
  if (/requested max\w+ exceeds limit/.test(failure.text)) return lowLimits(cause);
  const { code = "engine", sentence = unknownFailure } = ruleFor(failure) ?? {};
  return new ProviderError(code, sentence(id, failure), details);
}

/** Whether an error is about one request alone, and the engine is as good as before. */
export function keepsEngine(error: unknown): boolean {
  const cause = error instanceof ProviderError ? error.cause : error;
  return ruleFor(readFailure(cause))?.keepsEngine === true;
}

/** Whether an error says that a model's program is made for another version of the engine. */
export function isMisfit(error: unknown): boolean {
  const { name, text } = readFailure(error);
  return name === "LinkError" ||
    // Chromium, Firefox and Safari of a whole module that is missing.
    /WebAssembly\.\w+\(\): Import |^import object field |^import \S+ must be /.test(text);
}

/** The error of a program that is made for another version: no download cures it. */
export function misfitError(
  cause: unknown,
  { model_id: id, model_lib: program }: WebLLMModelRecord,
  version = "its version",
): ProviderError {
  const message =
    `Set a program for ${version} as model_lib of "${id}", the engine cannot run "${program}"`;
  return new ProviderError("engine", message, { cause, reason: readFailure(cause).text });
}

/**
 * The error of a load. A fault of the engine up to 0.2.86: it has no words for a tokenizer that it
 * cannot read.
 */
export function loadError(cause: unknown, id: string): ProviderError {
  const failure = readFailure(cause);
  const isAbort = failure.name === "RuntimeError" && failure.text.startsWith("Aborted(");
  if (!isAbort || ruleFor(failure) !== undefined) return engineError(cause, id);
  return new ProviderError("engine", damagedFile(id), { cause, reason: failure.text });
}

/** The error of an engine that gave no sign of life and was given up. */
export function silenceError(id: string, milliseconds: number): ProviderError {
  const message = `Ask again or choose a smaller model, "${id}" gave no sign of life for ${
    milliseconds / 1000
  } seconds`;
  return new ProviderError("engine", message);
}

function unknownFailure(_id: string, { text }: Failure): string {
  return `Try again or choose another model, the engine failed with ${JSON.stringify(text)}`;
}

function isNoAdapter({ name, text }: Failure): boolean {
  return /^WebGPUNot(Available|Found)Error$/.test(name) ||
    /Unable to find a compatible GPU/.test(text);
}

function ruleFor(failure: Failure): FailureRule | undefined {
  return FAILURE_RULES.find(({ matches }) => matches(failure));
}
