// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../../core/provider_error.ts";

/** The error of a browser that has no WebGPU. */
export function noWebGPU(): ProviderError {
  const message =
    "Use Chrome, Edge, Safari 26 or another browser with WebGPU, or Ollama or LM Studio, this browser does not have it";
  return new ProviderError("unsupported", message);
}

/** The error of a page that is served over plain http. */
export function insecureContext(cause?: unknown): ProviderError {
  const message = "Serve the page over https or from localhost, WebGPU needs a secure context";
  return new ProviderError("unsupported", message, { cause });
}

/** The error of a browser that has WebGPU and no adapter for it. */
export function noAdapter(cause?: unknown): ProviderError {
  const message =
    "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU";
  return new ProviderError("unsupported", message, { cause });
}

/** The error of an adapter on which no model runs. */
export function lowLimits(cause?: unknown): ProviderError {
  const message =
    "Use a newer browser or another device, its graphics limits are too low for the engine";
  return new ProviderError("unsupported", message, { cause });
}

/** The error of a model that is too large for this device. */
export function tooLarge(id: string, why: string): ProviderError {
  return new ProviderError("unsupported", `Choose a smaller model than "${id}", ${why}`);
}

/** The error of a browser whose WebGPU does not say whether it has an adapter. */
export function silentAdapter(): ProviderError {
  const message = "Restart the browser, its WebGPU does not answer when asked for an adapter";
  return new ProviderError("unsupported", message);
}

/** The error of a model that needs a feature which the adapter lacks. */
export function missingFeature(
  feature: string,
  { id, instead }: { id: string; instead?: string | undefined },
  cause?: unknown,
): ProviderError {
  const choice = instead === undefined ? "another model" : JSON.stringify(instead);
  const message = `Choose ${choice}, this graphics adapter lacks ${feature} and cannot run "${id}"`;
  return new ProviderError("unsupported", message, { cause });
}

/** The error of a part of the library, or the engine, that could not be imported. */
export function importError(cause: unknown, what: string): ProviderError {
  if (/import\(\) is disallowed/.test(String(cause))) {
    const message =
      "Run models in a page or an offscreen document, a service worker cannot load the engine";
    return new ProviderError("unsupported", message, { cause });
  }
  const message = `Check the connection and reload the page, ${what} could not be loaded`;
  return new ProviderError("engine", message, { cause });
}
