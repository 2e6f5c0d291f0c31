// Copyright 2026 the Rivulet authors. MIT license.

import {
  insecureContext,
  lowLimits,
  noAdapter,
  noWebGPU,
  tooLarge,
} from "../failures/place_errors.ts";
import type { WebLLMModelRecord } from "../types.ts";

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
const NEEDED_LIMITS: Readonly<Record<string, number>> = {
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
function littleMemory(): number | undefined {
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

/** The package's number for models that make vectors instead of text. */
const EMBEDDING_TYPE = 1;

/** The same for models that read images beside text. */
const VISION_TYPE = 2;

/** What a model is asked for. */
export type Purpose = "chat" | "embeddings";

/** What a model shall do, and where. */
export interface ModelUse {
  readonly purpose: Purpose;
  /** Whether it is to look at images. */
  readonly hasImages?: boolean;
  readonly adapter: GraphicsAdapter;
}

/** Whether a model may read images; of one with a manifest only its files tell. */
export function mayRead(
  { model_type: type, model_manifest: manifest }: WebLLMModelRecord,
): boolean {
  return type === VISION_TYPE || manifest !== undefined;
}

/** What a model is made for. */
export function purposeOf({ model_type: type }: WebLLMModelRecord): Purpose {
  return type === EMBEDDING_TYPE ? "embeddings" : "chat";
}

/**
 * A fault of the engine's list up to 0.2.86: most models with 16-bit numbers do not declare the
 * feature, and then fail only after the whole download.
 */
export function neededFeatures(
  { model_id: id, required_features: declared = [] }: WebLLMModelRecord,
): readonly string[] {
  return /q\d+f16/.test(id) ? ["shader-f16", ...declared] : declared;
}

/** Throws where a model cannot run whatever else this device does: its download would be in vain. */
export function assertFits(record: WebLLMModelRecord, { limits }: GraphicsAdapter): void {
  const { model_id: id, buffer_size_required_bytes: buffer = 0 } = record;
  const largest = Math.min(
    limits?.maxBufferSize ?? Infinity,
    limits?.maxStorageBufferBindingSize ?? Infinity,
  );
  if (buffer > largest) {
    const [needed, offered] = [buffer, largest].map((bytes) => Math.floor(bytes / 2 ** 20));
    throw tooLarge(
      id,
      `it needs a buffer of ${needed} MB and the graphics adapter has ${offered} MB`,
    );
  }
  const memory = littleMemory();
  const { vram_required_MB: graphics = 0 } = record;
  // The browser rounds, to twice as much or half of it.
  if (memory !== undefined && graphics > 2 * memory * 1024) {
    throw tooLarge(
      id,
      `it takes ${Math.round(graphics)} MB and this device has about ${memory} GB`,
    );
  }
}

/** What to know of a model before a download. */
export function memoryHint({ vram_required_MB: graphics }: WebLLMModelRecord): string {
  if (graphics === undefined) return "";
  const memory = littleMemory();
  const here = memory === undefined ? "" : `, and this device has about ${memory} GB in all`;
  return `; it takes ${Math.round(graphics)} MB of graphics memory${here}`;
}
