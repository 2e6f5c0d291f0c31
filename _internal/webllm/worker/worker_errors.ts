// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../../core/provider_error.ts";
import type { PolicyWatch } from "../failures/policy_watch.ts";
import type { WebLLMWorkerEvent } from "../types.ts";

/** The error of a worker that says it has failed. */
export async function errorOf(
  { error, message = "" }: WebLLMWorkerEvent,
  policy: PolicyWatch,
): Promise<ProviderError> {
  const cause = error ?? message;
  if (/UnknownMessageKind/.test(message)) return noLine(cause);
  if (cause !== undefined && cause !== "") return doesNotRun(cause);
  return await policy.found() === undefined ? cannotBeLoaded() : isForbidden();
}

/** A worker of the package's own kind, which does not know what this library sends. */
function noLine(cause: unknown): ProviderError {
  const line = 'import "@rivulet/llm/webllm/worker"';
  const message =
    `Make the file of the worker the one line ${line}, it does not answer as that does`;
  return new ProviderError("engine", message, { cause });
}

/** The browser does not tell whether the server is gone or has no such file. */
function cannotBeLoaded(): ProviderError {
  const message =
    "Check the connection and the file that the worker option names, it could not be loaded";
  return new ProviderError("engine", message);
}

/** The error of a worker that cannot be started or understood. */
export function doesNotRun(cause: unknown): ProviderError {
  if (/content security policy/i.test(String(cause))) return isForbidden(cause);
  const message = "Check the worker option and the file it names, the worker does not run";
  return new ProviderError("engine", message, { cause });
}

function isForbidden(cause?: unknown): ProviderError {
  const message =
    "Allow the file of the worker in worker-src of the Content Security Policy, which forbids it";
  return new ProviderError("unsupported", message, { cause });
}

/** The error of a worker that somebody else has ended. */
export function isDead(milliseconds: number): ProviderError {
  const message = `Ask again, the worker was ended or has crashed: it has answered nothing for ${
    milliseconds / 1000
  } seconds`;
  return new ProviderError("engine", message);
}
