// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Stand-in for `@std/testing/time` on the timer mocks of `node:test`: what the tests use, with the
 * same signatures.
 *
 * @module
 */

import { mock } from "node:test";

export class FakeTime implements Disposable {
  constructor(start?: number | string | Date) {
    const now = start === undefined ? Date.now() : new Date(start).getTime();
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now });
  }

  tick(milliseconds = 0): void {
    mock.timers.tick(milliseconds);
  }

  async tickAsync(milliseconds = 0): Promise<void> {
    await Promise.resolve();
    this.tick(milliseconds);
  }

  restore(): void {
    mock.timers.reset();
  }

  [Symbol.dispose](): void {
    this.restore();
  }
}
