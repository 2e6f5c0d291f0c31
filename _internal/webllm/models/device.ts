// Copyright 2026 the Rivulet authors. MIT license.

import { insecureContext, lowLimits, noAdapter, noWebGPU } from "../failures/place_errors.ts";

/** What the graphics adapter can do. */
export interface GraphicsAdapter {
  /** Beyond the standard. */
  readonly features: { has(feature: string): boolean };
  /** Up to what; each may be missing. */
  readonly limits: Readonly<Record<string, number | undefined>> | undefined;
}

interface Gpu {
  requestAdapter(options: object): Promise<GraphicsAdapter | null>;
}

/** What the engine asks of an adapter, in bytes and numbers; without it, its load fails. */
export const NEEDED_LIMITS: Readonly<Record<string, number>> = {
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
};

/**
 * What this needs of its surroundings. Node 20 has no navigator, and Deno's own types know no
 * secure context.
 */
interface Surroundings {
  readonly isSecureContext?: boolean;
  readonly navigator?: { readonly gpu?: Gpu; readonly deviceMemory?: number };
}

/**
 * How much memory this device has, in GB; undefined where the browser does not tell, and where it
 * only tells that there is much.
 */
export function littleMemory(): number | undefined {
  const { deviceMemory } = (globalThis as Surroundings).navigator ?? {};
  return deviceMemory !== undefined && deviceMemory < MUCH_MEMORY ? deviceMemory : undefined;
}

/** Browsers tell of no more than this. */
const MUCH_MEMORY = 8;

/**
 * The adapter that the engine will get; throws a ProviderError with code `unsupported` without
 * WebGPU, or where it cannot do what the engine needs.
 */
export async function requestAdapter(): Promise<GraphicsAdapter> {
  const { isSecureContext, navigator } = globalThis as Surroundings;
  if (isSecureContext === false) throw insecureContext();
  const gpu = navigator?.gpu;
  if (!gpu) throw noWebGPU();
  let adapter: GraphicsAdapter | null;
  try {
    adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  } catch (cause) {
    throw noAdapter(cause);
  }
  if (adapter === null) throw noAdapter();
  const { features, limits } = adapter;
  const isTooLow = ([name, needed]: [string, number]) => (limits?.[name] ?? Infinity) < needed;
  if (Object.entries(NEEDED_LIMITS).some(isTooLow)) throw lowLimits();
  return { features, limits };
}
