// Copyright 2026 the Rivulet authors. MIT license.

import { within } from "./until.ts";

/** What the platform reports next, because nobody has taken care of it. */
export function reportedError(): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    resolve(event.reason);
  }, { once: true });
  return within(promise, "an error that the platform reports");
}
