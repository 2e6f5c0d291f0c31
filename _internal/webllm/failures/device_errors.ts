// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../../core/provider_error.ts";

/** The error of a browser that has no WebGPU. */
export function noWebGPU(): ProviderError {
  return new ProviderError("unsupported", "Use a browser with WebGPU, this one does not have it");
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
