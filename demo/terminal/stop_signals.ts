// Copyright 2026 the Rivulet authors. MIT license.

import { EXIT } from "./exit.ts";

const EXITS: ReadonlyMap<Deno.Signal, number> = new Map([
  ["SIGINT", EXIT.stopped],
  ["SIGTERM", EXIT.terminated],
  ["SIGHUP", EXIT.hungUp],
  ["SIGQUIT", EXIT.quit],
]);

/** Windows knows no polite way to end a program. */
const SIGNALS: readonly Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : [
  ...EXITS.keys(),
];

/** `deno task` hands on a signal that the terminal has sent to both: it is the same one. */
const ECHO_MS = 300;

/** Aborts at the first signal to stop, with its name as the reason, and ends at once at the second. */
export function onStopSignals(
  controller: AbortController,
  { except }: { except?: Deno.Signal | undefined } = {},
): Disposable {
  let stoppedAt = 0;
  const listeners = SIGNALS.filter((name) => name !== except).map((name) => {
    const stop = () => {
      if (!controller.signal.aborted) {
        stoppedAt = performance.now();
        controller.abort(name);
      } else if (performance.now() - stoppedAt > ECHO_MS) Deno.exit(exitOf(controller.signal));
    };
    return listen(name, stop);
  });
  return {
    [Symbol.dispose]() {
      for (const listener of listeners) listener[Symbol.dispose]();
    },
  };
}

/** Acts at Ctrl+C. */
export function onInterrupt(act: () => void): Disposable {
  return listen("SIGINT", act);
}

/** What a run that was stopped by a signal ends with. */
export function exitOf({ reason }: AbortSignal): number {
  return EXITS.get(reason) ?? EXIT.stopped;
}

/**
 * Keeps Ctrl+Z from pausing this process alone: `deno task` would go on waiting for it, and with it
 * the terminal.
 */
export function refusePause(tell: (text: string) => void): Disposable {
  if (Deno.build.os === "windows") return { [Symbol.dispose]() {} };
  return listen("SIGTSTP", () => tell("deno task cannot be paused. Ctrl+C stops it."));
}

function listen(name: Deno.Signal, act: () => void): Disposable {
  Deno.addSignalListener(name, act);
  return { [Symbol.dispose]: () => Deno.removeSignalListener(name, act) };
}
