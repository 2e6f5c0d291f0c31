// Copyright 2026 the Rivulet authors. MIT license.

/** A graphics adapter in place of the real one, for as long as a test runs. */
export class FakeGpu {
  /** What the adapter can do. */
  features: string[] = ["shader-f16"];
  /** Up to what it can do it. */
  limits: Record<string, number> = {};
  /** How often it was asked for. */
  asked = 0;
  request: () => Promise<unknown> = () =>
    Promise.resolve({ features: new Set(this.features), limits: this.limits });

  constructor(gpu: "present" | "missing" = "present") {
    const requestAdapter = () => (this.asked++, this.request());
    const value = gpu === "missing" ? undefined : { requestAdapter };
    Object.defineProperty(navigator, "gpu", { value, configurable: true });
  }

  [Symbol.dispose](): void {
    delete (navigator as { gpu?: unknown }).gpu;
  }
}
