// Copyright 2026 the Rivulet authors. MIT license.

// The few assertions of the portable tests, the same in every runtime: a browser has no
// `node:assert`.

/** Values are equal where their JSON is, whatever the order of the fields. */
export function assertEquals(actual: unknown, expected: unknown, what = ""): void {
  const [seen, wanted] = [actual, expected].map((value) => JSON.stringify(value, sortFields));
  if (seen !== wanted) throw new Error(`${what} Expected ${wanted}, got ${seen}`.trim());
}

function sortFields(_name: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).sort()) : value;
}

/** The error with which a promise rejects. */
export async function assertRejects(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(() => undefined, (error: unknown) => error);
  if (!(outcome instanceof Error)) throw new Error(`Expected an error, got ${outcome}`);
  return outcome;
}
