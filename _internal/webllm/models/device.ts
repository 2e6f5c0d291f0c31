// Copyright 2026 the Rivulet authors. MIT license.

import { insecureContext, noAdapter, noWebGPU } from "../failures/place_errors.ts";

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
  if (!gpu) throw noWebGPU();
  try {
    const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
    if (adapter !== null) return adapter.features;
  } catch (cause) {
    throw noAdapter(cause);
  }
  throw noAdapter();
}
