// Copyright 2026 the Rivulet authors. MIT license.

import * as fake from "fake-indexeddb";

// The types of a browser's database. The library in use looks for them once.
for (const [name, value] of Object.entries(fake)) {
  if (name.startsWith("IDB")) Reflect.set(globalThis, name, value);
}

/** Runs a test on an empty database; `factory` stands for a browser that keeps nothing. */
export function withDatabase(
  test: () => Promise<void>,
  factory: () => unknown = () => new fake.IDBFactory(),
): () => Promise<void> {
  return () => withGlobals({ indexedDB: factory() }, test);
}

/** Runs a test with other globals than those of now. */
export async function withGlobals(
  globals: Readonly<Record<string, unknown>>,
  test: () => Promise<void>,
): Promise<void> {
  const before = Object.keys(globals)
    .map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(globals)) {
    const property = typeof value === "function" && name === "localStorage"
      ? { get: value as () => unknown }
      : { value, writable: true };
    Object.defineProperty(globalThis, name, { ...property, configurable: true });
  }
  try {
    await test();
  } finally {
    for (const [name, property] of before) {
      if (property === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, property);
    }
  }
}
