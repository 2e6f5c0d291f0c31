// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Stand-in for `@std/assert` on `node:assert/strict`: the functions that the tests use, with the
 * same signatures.
 *
 * @module
 */

import nodeAssert from "node:assert/strict";

// deno-lint-ignore no-explicit-any -- constructor parameters of any error class
type ErrorClass<E extends Error> = new (...args: any[]) => E;

export function assert(expression: unknown, message = ""): asserts expression {
  nodeAssert.ok(expression, message || "Expected a truthy value");
}

export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.deepStrictEqual(actual, expected, message && explain(message, actual, expected));
}

export function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is T {
  nodeAssert.strictEqual(actual, expected, message && explain(message, actual, expected));
}

export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  nodeAssert.match(actual, expected, message && explain(message, actual, expected));
}

export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  nodeAssert.ok(
    actual.includes(expected),
    explain(message ?? "Expected a part of the text", actual, expected),
  );
}

export function assertLess<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.ok(
    actual < expected,
    explain(message ?? "Expected a smaller value", actual, expected),
  );
}

export function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  message?: string,
): void {
  const allowed = tolerance ?? Math.abs(expected) * 1e-7;
  nodeAssert.ok(
    Math.abs(actual - expected) <= allowed,
    explain(message ?? "Expected a close value", actual, expected),
  );
}

function assertInstanceOf<E extends Error>(
  actual: unknown,
  expected: ErrorClass<E>,
  message?: string,
): asserts actual is E {
  nodeAssert.ok(
    actual instanceof expected,
    explain(message ?? "Expected another class", actual, expected.name),
  );
}

export function assertThrows<E extends Error = Error>(
  run: () => unknown,
  errorClass: ErrorClass<E>,
  includes?: string,
): E {
  try {
    run();
  } catch (error) {
    return checkError(error, errorClass, includes);
  }
  throw new nodeAssert.AssertionError({ message: "Expected the function to throw" });
}

export async function assertRejects<E extends Error = Error>(
  run: () => PromiseLike<unknown>,
  errorClass: ErrorClass<E>,
  includes?: string,
): Promise<E> {
  try {
    await run();
  } catch (error) {
    return checkError(error, errorClass, includes);
  }
  throw new nodeAssert.AssertionError({ message: "Expected the promise to reject" });
}

function checkError<E extends Error>(
  error: unknown,
  errorClass: ErrorClass<E>,
  includes?: string,
): E {
  assertInstanceOf(error, errorClass);
  if (includes !== undefined) assertStringIncludes(error.message, includes);
  return error;
}

function explain(message: string, actual: unknown, expected: unknown): string {
  return `${message}\n  actual:   ${Deno.inspect(actual)}\n  expected: ${Deno.inspect(expected)}`;
}
