// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../../core/provider_error.ts";

/** The error of a part of the library, or the engine, that could not be imported. */
export function importError(cause: unknown, what: string): ProviderError {
  if (/import\(\) is disallowed/.test(String(cause))) {
    const message =
      "Run models in a page or an offscreen document, a service worker cannot load the engine";
    return new ProviderError("unsupported", message, { cause });
  }
  const message = `Check the connection and reload the page, ${what} could not be loaded`;
  return new ProviderError("engine", message, { cause });
}
