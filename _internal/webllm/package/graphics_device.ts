// Copyright 2026 the Rivulet authors. MIT license.

// A fault of the engine up to 0.2.86: a device that was made for a load which failed is never freed.

import type { ModuleEngine } from "./engine_module.ts";

/** The graphics device of one engine, with all the memory on it. */
export interface GraphicsDevice {
  /** Frees the memory; a device that is made later is destroyed when it comes. */
  destroy(): void;
}

interface Device {
  destroy(): void;
}

interface Adapter {
  requestDevice(...values: unknown[]): Promise<Device>;
}

interface Gpu {
  requestAdapter(...values: unknown[]): Promise<Adapter | null>;
}

/**
 * Finds the device that an engine makes while it loads. The engine hands it out to nobody and frees
 * it only with a model that has loaded: after a failed or cancelled load the memory would be taken
 * until the page goes.
 *
 * A page may have other engines and graphics of its own, so this looks at one call only: the engine
 * reads its callback and asks for an adapter in the same run, in which no other code has a turn.
 */
export function watchDevice(engine: ModuleEngine): GraphicsDevice {
  let found: Device | undefined;
  let isUnwanted = false;
  function take(device: Device): void {
    found = device;
    if (isUnwanted) device.destroy();
  }
  const holder = engine as { initProgressCallback?: unknown };
  const callback = holder.initProgressCallback;
  let isWatching = false;
  Object.defineProperty(holder, "initProgressCallback", {
    configurable: true,
    enumerable: true,
    get() {
      if (!isWatching) {
        const stopWatching = watchAdapters(take);
        isWatching = true;
        queueMicrotask(() => {
          isWatching = false;
          stopWatching();
        });
      }
      return callback;
    },
  });
  return {
    destroy() {
      isUnwanted = true;
      found?.destroy();
    },
  };
}

function watchAdapters(onDevice: (device: Device) => void): () => void {
  const gpu = (globalThis.navigator as { gpu?: Gpu } | undefined)?.gpu;
  if (gpu === undefined) return () => {};
  return replace(gpu, "requestAdapter", (request) => async (...values) => {
    const adapter = await request(...values);
    if (adapter !== null) watchDevices(adapter, onDevice);
    return adapter;
  });
}

function watchDevices(adapter: Adapter, onDevice: (device: Device) => void): void {
  replace(adapter, "requestDevice", (request) => async (...values) => {
    const device = await request(...values);
    onDevice(device);
    return device;
  });
}

/** Puts another method before one of an object's; returns what takes it away again. */
function replace<Name extends string, Method extends (...values: unknown[]) => unknown>(
  owner: { [name in Name]: Method },
  name: Name,
  around: (method: Method) => Method,
): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  const method = owner[name];
  const value = around(((...values) => method.apply(owner, values)) as Method);
  if (!Reflect.defineProperty(owner, name, { value, configurable: true, writable: true })) {
    return () => {};
  }
  return () => {
    if (own === undefined) Reflect.deleteProperty(owner, name);
    else Reflect.defineProperty(owner, name, own);
  };
}
