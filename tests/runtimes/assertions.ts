// Copyright 2026 the Rivulet authors. MIT license.

// The few assertions of the portable tests, the same in every runtime: a browser has no
// `node:assert`.

/** Values are equal where their JSON is. */
export function assertEquals(actual: unknown, expected: unknown): void {
  const [seen, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (seen !== wanted) throw new Error(`Expected ${wanted}, got ${seen}`);
}

/** The error with which a promise rejects. */
export async function assertRejects(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(() => undefined, (error: unknown) => error);
  if (!(outcome instanceof Error)) throw new Error(`Expected an error, got ${outcome}`);
  return outcome;
}
