// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../core/provider_error.ts";

/** What the graphics adapter can do beyond the standard. */
export interface DeviceFeatures {
  has(feature: string): boolean;
}

interface Gpu {
  requestAdapter(options: object): Promise<{ readonly features: DeviceFeatures } | null>;
}

/**
 * What this needs of its surroundings. Node 20 has no navigator, and Deno's own types know no
 * secure context.
 */
interface Surroundings {
  readonly isSecureContext?: boolean;
  readonly navigator?: { readonly gpu?: Gpu };
}

/**
 * The features of the adapter that the engine will get; throws a ProviderError with code
 * `unsupported` without WebGPU.
 */
export async function requestFeatures(): Promise<DeviceFeatures> {
  const { isSecureContext, navigator } = globalThis as Surroundings;
  if (isSecureContext === false) throw insecureContext();
  const gpu = navigator?.gpu;
  if (!gpu) {
    throw new ProviderError("unsupported", "Use a browser with WebGPU, this one does not have it");
  }
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
    if (adapter !== null) return adapter.features;
  } catch (cause) {
    throw noAdapter(cause);
  }
  throw noAdapter();
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
