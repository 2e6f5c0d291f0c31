// Copyright 2026 the Rivulet authors. MIT license.

// Errors of a fetch that show no secret: each is the cause itself.

import { assertStrictEquals } from "@std/assert";
import type { ProviderError } from "@rivulet/llm";
import { askProvider } from "../support/ask.ts";

/** Both ways to a host have failed, as Node tells it. */
function refusedTwice(): TypeError {
  const refused = ["::1", "127.0.0.1"].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:80`), {
      ...{ code: "ECONNREFUSED", syscall: "connect", address, port: 80 },
    })
  );
  return new TypeError("fetch failed", { cause: new AggregateError(refused, "") });
}

/** A library that wraps each error into the next one. */
function wrappedOften(): Error {
  return Array.from({ length: 900 }).reduce<Error>(
    (cause) => new Error("again", { cause }),
    new Error("reset"),
  );
}

/** What a wrapper of fetch tells of its request, beside the words. */
function dated(): Error {
  const at = new Date(0);
  return Object.assign(new Error("reset"), { at, url: new URL("http://localhost/v1") });
}

class OwnError extends Error {
  readonly details = { attempts: [1, 2, 3], last: null };
}

const THROWN: [what: string, thrown: Error][] = [
  ["of two addresses", refusedTwice()],
  ["that wraps 900 others", wrappedOften()],
  ["of a class of the caller's own", new OwnError("unreachable")],
  ["with a date and an address", dated()],
  ["of the DOM", new DOMException("gone", "NetworkError")],
];

for (const [what, thrown] of THROWN) {
  Deno.test(`stream() keeps an error ${what} as the cause`, async () => {
    const fetch = () => Promise.reject(thrown);
    const { error } = await askProvider("standard-compatible", { fetch });
    assertStrictEquals((error as ProviderError).cause, thrown);
  });
}
