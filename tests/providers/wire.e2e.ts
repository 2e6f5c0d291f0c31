// Copyright 2026 the Rivulet authors. MIT license.

import { startLoopback } from "../support/loopback.ts";
import {
  askWireCase,
  bodyLength,
  type Cut,
  cutBody,
  type WireCase,
  wireCases,
} from "../support/wire_case.ts";
import { checkOutcome, checkRequest } from "../support/wire_check.ts";

/** Longer bodies do not leave byte by byte: each byte is a packet. */
const MAX_LENGTH_FOR_BYTES = 1500;

async function runOverLoopback(
  wireCase: WireCase,
  cut: Cut,
  method: "stream" | "tokens",
): Promise<void> {
  const { response, expect } = wireCase;
  await using server = startLoopback(() => ({
    status: response.status,
    headers: response.headers,
    chunks: cutBody(wireCase, cut),
    end: response.end,
  }));
  const outcome = await askWireCase(wireCase, server.base, { method });
  checkOutcome(wireCase, server.base, outcome);
  if (expect.cancelled) await server.clientGone(0);
  const [sent] = server.requests;
  checkRequest(wireCase, server.base, sent && { ...sent, url: server.base + sent.path });
}

for (const wireCase of wireCases) {
  if (wireCase.over === "stub") continue;
  const cuts: Cut[] = ["as given", "whole"];
  if (bodyLength(wireCase) <= MAX_LENGTH_FOR_BYTES) cuts.push("every byte");
  Deno.test(`stream() over loopback, ${wireCase.id}: ${wireCase.title}`, async () => {
    for (const cut of cuts) await runOverLoopback(wireCase, cut, "stream");
  });
  Deno.test(`tokens() over loopback, ${wireCase.id}: ${wireCase.title}`, async () => {
    await runOverLoopback(wireCase, "as given", "tokens");
  });
}
