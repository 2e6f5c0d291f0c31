// Copyright 2026 the Rivulet authors. MIT license.

/** Whether models run here: "none" without WebGPU, else whether 16-bit shaders are there. */
export type GraphicsSupport = "none" | "full-precision" | "half-precision";

/** Asks the browser for its graphics adapter; nothing is loaded. */
export async function graphicsSupport(): Promise<GraphicsSupport> {
  const { gpu } = navigator as unknown as {
    gpu?: { requestAdapter(): Promise<{ features: ReadonlySet<string> } | null> };
  };
  try {
    const adapter = await gpu?.requestAdapter();
    if (adapter === null || adapter === undefined) return "none";
    return adapter.features.has("shader-f16") ? "half-precision" : "full-precision";
  } catch {
    return "none";
  }
}

/** Why a browser runs no model. */
export const NO_GRAPHICS = "it has no WebGPU, or its graphics card is blocked";
