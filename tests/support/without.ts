// Copyright 2026 the Rivulet authors. MIT license.

/** Takes away what the platform has and others lack, for as long as a test runs. */
export function without(target: object, key: PropertyKey): Disposable {
  const descriptor = Object.getOwnPropertyDescriptor(target, key)!;
  Reflect.deleteProperty(target, key);
  return { [Symbol.dispose]: () => void Object.defineProperty(target, key, descriptor) };
}
