// Copyright 2026 the Rivulet authors. MIT license.

import { assert } from "@std/assert";
import { stubFetch, stubResponse } from "../support/stub_response.ts";
import {
  askWireCase,
  bodyLength,
  type Cut,
  cutBody,
  type WireCase,
  wireCases,
} from "../support/wire_case.ts";
import { checkOutcome, checkRequest, type SentRequest } from "../support/wire_check.ts";

const BASE = "http://localhost:4242";

/** Bodies up to these lengths are also read byte by byte, and cut in two at every place. */
const MAX_LENGTH_FOR_BYTES = 64 * 1024;
const MAX_LENGTH_FOR_ALL_CUTS = 1500;

function cutsOf(wireCase: WireCase): Cut[] {
  if (wireCase.rechunk !== undefined) return ["as given"];
  const length = bodyLength(wireCase);
  const cuts: Cut[] = ["as given", "whole"];
  if (length <= MAX_LENGTH_FOR_BYTES) cuts.push("every byte");
  // The end of a body that stays open is awaited for a moment, each time.
  if (wireCase.response.end !== "open" && length <= MAX_LENGTH_FOR_ALL_CUTS) {
    for (let at = 1; at < length; at++) cuts.push({ at });
  }
  return cuts;
}

async function runStubbed(
  wireCase: WireCase,
  cut: Cut,
  method: "stream" | "tokens",
): Promise<void> {
  const { response, expect } = wireCase;
  const hasBody = response.chunks.length > 0 || response.status === 200;
  let cancelled = false;
  let sent: SentRequest | undefined;
  const fetch = stubFetch((url, { headers, body }) => {
    sent = { url, headers: new Headers(headers), body: body as string };
    const init = { status: response.status, headers: response.headers };
    if (!hasBody) return new Response(null, init);
    const onCancel = () => void (cancelled = true);
    return stubResponse({ chunks: cutBody(wireCase, cut), end: response.end, onCancel }, init);
  });
  const outcome = await askWireCase(wireCase, BASE, { method, fetch });
  checkOutcome(wireCase, BASE, outcome);
  if (expect.cancelled) assert(cancelled, "Expected the body to be cancelled");
  checkRequest(wireCase, BASE, sent);
}

for (const wireCase of wireCases) {
  if (wireCase.over === "loopback") continue;
  for (const method of ["stream", "tokens"] as const) {
    Deno.test(`${method}() ${wireCase.id}: ${wireCase.title}`, async () => {
      const start = performance.now();
      for (const cut of cutsOf(wireCase)) await runStubbed(wireCase, cut, method);
      if (wireCase.maxMs !== undefined) {
        assert(performance.now() - start < wireCase.maxMs, "Took too long");
      }
    });
  }
}
