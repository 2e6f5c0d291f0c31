// Copyright 2026 the Rivulet authors. MIT license.

import { EXIT } from "./exit.ts";

/** Windows knows no polite way to end a program. */
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM"];

/** Aborts at the first signal to stop, with its name as the reason, and ends at once at the second. */
export function onStopSignals(controller: AbortController): Disposable {
  const listeners = SIGNALS.map((signal) => {
    const stop = () => {
      if (controller.signal.aborted) Deno.exit(EXIT.stopped);
      controller.abort(signal);
    };
    Deno.addSignalListener(signal, stop);
    return { signal, stop };
  });
  return {
    [Symbol.dispose]() {
      for (const { signal, stop } of listeners) Deno.removeSignalListener(signal, stop);
    },
  };
}
