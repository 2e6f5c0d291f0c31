// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../core/provider_error.ts";

/**
 * A function that runs the given one at the first call and hands on its outcome from then on. A
 * failure is forgotten.
 */
export function once<T>(run: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined;
  return () => {
    outcome ??= run().catch((error) => {
      outcome = undefined;
      throw error;
    });
    return outcome;
  };
}

/** The same for a part that is imported, such as "the engine file"; the error says what to do. */
export function importedOnce<T>(load: () => Promise<T>, what: string): () => Promise<T> {
  return once(async () => {
    try {
      return await load();
    } catch (cause) {
      throw importError(cause, what);
    }
  });
}

/** The error of a part of the library, or the engine, that could not be imported. */
function importError(cause: unknown, what: string): ProviderError {
  if (/import\(\) is disallowed/.test(String(cause))) {
    const message =
      "Run models in a page or an offscreen document, a service worker cannot load the engine";
    return new ProviderError("unsupported", message, { cause });
  }
  const message = `Check the connection and reload the page, ${what} could not be loaded`;
  return new ProviderError("engine", message, { cause });
}
