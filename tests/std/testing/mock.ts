// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Stand-in for `@std/testing/mock` on the mocks of `node:test`: the functions that the tests use,
 * with the same signatures.
 *
 * @module
 */

import { mock } from "node:test";
import nodeAssert from "node:assert/strict";

export interface SpyCall<Args extends unknown[], Return> {
  readonly args: Args;
  readonly returned?: Return;
}

export interface Stub<Args extends unknown[], Return> extends Disposable {
  readonly calls: SpyCall<Args, Return>[];
  restore(): void;
}

/** What `node:test` records of one call. */
interface RecordedCall {
  readonly arguments: unknown[];
  readonly result: unknown;
}

// deno-lint-ignore no-explicit-any -- any method of any object can be stubbed
type Method = (...args: any[]) => any;

type MethodOf<Self, Name extends keyof Self> = Extract<Self[Name], Method>;

export function stub<Self extends object, Name extends keyof Self>(
  self: Self,
  name: Name,
  implementation: MethodOf<Self, Name>,
): Stub<Parameters<MethodOf<Self, Name>>, ReturnType<MethodOf<Self, Name>>> {
  // deno-lint-ignore no-explicit-any -- the types of node:test accept no generic method name
  const method = mock.method(self as any, name as any, implementation);
  const restore = () => method.mock.restore();
  return {
    get calls() {
      return method.mock.calls.map((call: RecordedCall) => ({
        args: call.arguments as Parameters<MethodOf<Self, Name>>,
        returned: call.result as ReturnType<MethodOf<Self, Name>>,
      }));
    },
    restore,
    [Symbol.dispose]: restore,
  };
}

export function assertSpyCalls(
  spy: { readonly calls: readonly unknown[] },
  expected: number,
): void {
  nodeAssert.strictEqual(
    spy.calls.length,
    expected,
    `Expected ${expected} calls, got ${spy.calls.length}`,
  );
}
