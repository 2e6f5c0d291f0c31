// Copyright 2026 the Rivulet authors. MIT license.

import { type Method, methods } from "../support/ask.ts";
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

async function runOverLoopback(wireCase: WireCase, cut: Cut, method: Method): Promise<void> {
  const { response, expect } = wireCase;
  await using server = startLoopback(() => ({ ...response, chunks: cutBody(wireCase, cut) }));
  checkOutcome(wireCase, server.base, await askWireCase(wireCase, server.base, { method }));
  if (expect.cancelled) await server.clientGone(0);
  const [sent] = server.requests;
  checkRequest(wireCase, server.base, sent && { ...sent, url: server.base + sent.path });
}

for (const wireCase of wireCases) {
  if (wireCase.over === "stub") continue;
  const cuts: Cut[] = ["as given", "whole"];
  if (bodyLength(wireCase) <= MAX_LENGTH_FOR_BYTES) cuts.push("every byte");
  for (const method of methods) {
    Deno.test(`${method}() over loopback, ${wireCase.id}: ${wireCase.title}`, async () => {
      for (const cut of cuts) await runOverLoopback(wireCase, cut, method);
    });
  }
}
