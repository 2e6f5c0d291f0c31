// Copyright 2026 the Rivulet authors. MIT license.

/** How long was waited for, in milliseconds, until this is disposed of. Nobody waits so long. */
export function recordWaits(): Disposable & { readonly waits: number[] } {
  const waits: number[] = [];
  const { setTimeout } = globalThis;
  const passAtOnce = (run: () => void, waitMs = 0): number => {
    waits.push(waitMs);
    queueMicrotask(run);
    return 0;
  };
  globalThis.setTimeout = passAtOnce as typeof setTimeout;
  return {
    waits,
    [Symbol.dispose]() {
      globalThis.setTimeout = setTimeout;
    },
  };
}
