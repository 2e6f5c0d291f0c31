// Copyright 2026 the Rivulet authors. MIT license.

import { checkChatDisturbance } from "./chat/disturbance.ts";
import { checkChatReading, checkSoundReading } from "./chat/reading.ts";
import { checkPlanted } from "./chat/planted.ts";
import { checkEmbeddingDisturbance } from "./embedding/disturbance.ts";
import { checkEmbeddingReading } from "./embedding/reading.ts";
import { checkGrowth } from "./growth.ts";
import { Random } from "./random.ts";

/** Makes random choices, and tells what went wrong with them. */
type Check = (random: Random) => Promise<string | undefined>;

const readings: Check[] = [
  checkChatReading,
  checkSoundReading,
  checkEmbeddingReading,
  checkPlanted,
];
const disturbances: Check[] = [checkChatDisturbance, checkEmbeddingDisturbance, checkGrowth];

/** Readings are cheap; a disturbance opens a server and a connection. */
const READINGS_PER_DISTURBANCE = 20;

/** Nothing may take longer than this: it would be a hang. */
const HANG_MS = 30_000;

/** Makes the one check that belongs to a seed, and tells what went wrong. */
export async function checkSeed(seed: number): Promise<string | undefined> {
  const random = new Random(seed);
  const check = random.pick(random.once(READINGS_PER_DISTURBANCE) ? disturbances : readings);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`${check.name} hangs for ${HANG_MS} ms`), HANG_MS);
  });
  try {
    const fault = await Promise.race([check(random), hang]);
    const planted = Object.keys(Object.prototype);
    return fault ?? (planted.length > 0 ? `${check.name} plants ${planted}` : undefined);
  } catch (error) {
    return Deno.inspect(error);
  } finally {
    clearTimeout(timer);
  }
}
