// Copyright 2026 the Rivulet authors. MIT license.

// The errors of the place in which an engine is to run: the browser, its page, its graphics adapter
// and the worker.

import { ProviderError } from "../../core/provider_error.ts";

function unsupported(message: string, cause?: unknown): ProviderError {
  return new ProviderError("unsupported", message, { cause });
}

function ofEngine(message: string, cause?: unknown): ProviderError {
  return new ProviderError("engine", message, { cause });
}

/** The error of a browser that has no WebGPU. */
export function noWebGPU(): ProviderError {
  return unsupported(
    "Use Chrome, Edge, Safari 26 or another browser with WebGPU, or Ollama or LM Studio, this browser does not have it",
  );
}

/** The error of a page that is served over plain http. */
export function insecureContext(cause?: unknown): ProviderError {
  return unsupported(
    "Serve the page over https or from localhost, WebGPU needs a secure context",
    cause,
  );
}

/** The error of a browser that has WebGPU and no adapter for it. */
export function noAdapter(cause?: unknown): ProviderError {
  return unsupported(
    "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU",
    cause,
  );
}

/** The error of a browser whose WebGPU does not say whether it has an adapter. */
export function silentAdapter(): ProviderError {
  return unsupported("Restart the browser, its WebGPU does not answer when asked for an adapter");
}

/** The error of an adapter on which no model runs. */
export function lowLimits(cause?: unknown): ProviderError {
  return unsupported(
    "Use a newer browser or another device, its graphics limits are too low for the engine",
    cause,
  );
}

/** The error of a model that is too large for this device. */
export function tooLarge(id: string, why: string): ProviderError {
  return unsupported(`Choose a smaller model than "${id}", ${why}`);
}

/** The error of a model that needs a feature which the adapter lacks. */
export function missingFeature(
  feature: string,
  { id, instead }: { id: string; instead?: string | undefined },
  cause?: unknown,
): ProviderError {
  const choice = instead === undefined ? "another model" : JSON.stringify(instead);
  return unsupported(
    `Choose ${choice}, this graphics adapter lacks ${feature} and cannot run "${id}"`,
    cause,
  );
}

/** The error of a worker that cannot be started or understood. */
export function badWorker(cause: unknown): ProviderError {
  if (/content security policy/i.test(String(cause))) return forbiddenWorker(cause);
  return ofEngine("Check the worker option and the file it names, the worker does not run", cause);
}

/** The error of a worker that the page's policy does not let start. */
export function forbiddenWorker(cause?: unknown): ProviderError {
  return unsupported(
    "Allow the file of the worker in worker-src of the Content Security Policy, which forbids it",
    cause,
  );
}

/** The error of a worker whose server is gone or has no such file: the browser does not tell which. */
export function unreachableWorker(): ProviderError {
  return ofEngine(
    "Check the connection and the file that the worker option names, it could not be loaded",
  );
}

/** The error of a worker of the package's own kind, which does not know what this library sends. */
export function workerOfOtherKind(cause: unknown): ProviderError {
  const line = 'import "@rivulet/llm/webllm/worker"';
  return ofEngine(
    `Make the file of the worker the one line ${line}, it does not answer as that does`,
    cause,
  );
}

/** The error of a worker that somebody else has ended. */
export function deadWorker(milliseconds: number): ProviderError {
  const seconds = milliseconds / 1000;
  return ofEngine(
    `Ask again, the worker was ended or has crashed: it has answered nothing for ${seconds} seconds`,
  );
}
