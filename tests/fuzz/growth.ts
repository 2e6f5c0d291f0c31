// Copyright 2026 the Rivulet authors. MIT license.

import { askProvider, httpProviderIds } from "../support/ask.ts";
import { isProbe, makeClient } from "../support/embedding_server.ts";
import { stubServer } from "../support/stub_server.ts";
import { hostilePieces } from "../security/hostile_texts.ts";
import { StepCounter } from "../security/step_counter.ts";
import type { Random } from "./random.ts";

/** How much more twice the text may cost. */
const MAX_GROWTH = 2.5;

const LENGTH = 1500;

/** Reads a random text and one of twice its length, and tells where that costs too much more. */
export async function checkGrowth(random: Random): Promise<string | undefined> {
  const [before, repeated, after] = [2, 3, 2].map((count) =>
    Array.from({ length: random.below(count) }, () => random.pick(hostilePieces)).join("")
  ) as [string, string, string];
  const text = (length: number) =>
    before + repeated.repeat(Math.ceil(length / Math.max(1, repeated.length))) + after;
  const read = random.once(3) ? readVectors : readTokens(random);
  await using counter = await StepCounter.start();
  await read(text(10)); // what happens once only
  const short = await counter.count(() => read(text(LENGTH)));
  const long = await counter.count(() => read(text(2 * LENGTH)));
  if (long <= MAX_GROWTH * short) return undefined;
  return `${JSON.stringify([before, repeated, after])}: ${short} and then ${long} steps`;
}

function readTokens(random: Random): (text: string) => Promise<unknown> {
  const id = random.pick(httpProviderIds);
  const status = random.once(5) ? 400 : 200;
  return (text) =>
    askProvider(id, { fetch: () => Promise.resolve(new Response(text, { status })) });
}

async function readVectors(text: string): Promise<void> {
  using _server = stubServer((request) => new Response(isProbe(request) ? "{}" : text));
  await makeClient().embedBatch(["a"]).catch(() => {});
}
