// Copyright 2026 the Rivulet authors. MIT license.

import { assert } from "@std/assert";
import { type Method, methods } from "../support/ask.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";
import { within } from "../support/until.ts";
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

function cutsOf(wireCase: WireCase, method: Method): Cut[] {
  if (wireCase.rechunk !== undefined) return ["as given"];
  const length = bodyLength(wireCase);
  const cuts: Cut[] = ["as given", "whole"];
  if (length <= MAX_LENGTH_FOR_BYTES) cuts.push("every byte");
  // Both ways to ask read through the same parser. The end of a body that stays open is awaited for
  // a moment, each time.
  const isQuick = method === "stream" && wireCase.response.end !== "open";
  if (isQuick && length <= MAX_LENGTH_FOR_ALL_CUTS) {
    for (let at = 1; at < length; at++) cuts.push({ at });
  }
  return cuts;
}

async function runStubbed(wireCase: WireCase, cut: Cut, method: Method): Promise<void> {
  const { response: { status, headers, chunks, end }, expect } = wireCase;
  let cancelled = false;
  let sent: SentRequest | undefined;
  const fetch = stubFetch((url, request) => {
    sent = { url, headers: new Headers(request.headers), body: request.body as string };
    const init = { status, headers };
    if (chunks.length === 0 && status !== 200) return new Response(null, init);
    const onCancel = () => void (cancelled = true);
    return stubResponse({ chunks: cutBody(wireCase, cut), end, onCancel }, init);
  });
  const controller = new AbortController();
  try {
    const asked = askWireCase(wireCase, BASE, { method, fetch, signal: controller.signal });
    // A line in many pieces that is searched from its start each time takes longer.
    checkOutcome(wireCase, BASE, await within(asked, "the end of the answer"));
  } finally {
    controller.abort();
  }
  if (expect.cancelled) assert(cancelled, "Expected the body to be cancelled");
  checkRequest(wireCase, BASE, sent);
}

for (const wireCase of wireCases) {
  if (wireCase.over === "loopback") continue;
  for (const method of methods) {
    Deno.test(`${method}() ${wireCase.id}: ${wireCase.title}`, async () => {
      for (const cut of cutsOf(wireCase, method)) await runStubbed(wireCase, cut, method);
    });
  }
}
