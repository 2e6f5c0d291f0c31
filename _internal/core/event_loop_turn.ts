// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Lets timers and events have their turn: reads that are ready resolve as microtasks, and nothing
 * else happens between those. A message and not a timer, which would wait for good where a test has
 * put a clock of its own in place of the real one; and not `scheduler.yield()`, which comes back
 * before the timers that are due. Its ports are closed: nothing is left that keeps a program alive.
 */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      port2.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
