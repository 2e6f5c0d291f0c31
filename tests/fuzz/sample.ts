// Copyright 2026 the Rivulet authors. MIT license.

import { concatenate } from "../support/bytes.ts";
import { chunked } from "../support/chunked.ts";
import type { Random } from "./random.ts";

type Pieces = Uint8Array<ArrayBuffer>[];

/** Enough to make most samples short; each try reads the whole sample. */
const MAX_TRIES = 2000;

/** A body in pieces; the same body must read the same, however it is cut. */
export interface Sample {
  /** Whether the body is a byte stream, as that of a real answer is. */
  isByteStream: boolean;
  pieces: Pieces;
}

/** A body in random pieces. */
export function sampleOf(body: Uint8Array<ArrayBuffer>, random: Random): Sample {
  return { isByteStream: random.once(2), pieces: random.cut(body) };
}

/** The answer of a server with this body. */
export function responseOf({ isByteStream, pieces }: Sample, init?: ResponseInit): Response {
  return new Response(chunked(pieces, isByteStream ? "bytes" : undefined), init);
}

/**
 * What is wrong with a sample, told with the same sample in fewer and shorter pieces, as long as
 * something is wrong with it; undefined where nothing is.
 */
export async function findShortest<Kind extends Sample>(
  sample: Kind,
  findFault: (sample: Kind) => Promise<string | undefined>,
): Promise<string | undefined> {
  const find = (pieces: Pieces) =>
    findFault({ ...sample, pieces }).catch((error) => Deno.inspect(error));
  let shortest = sample.pieces;
  let fault = await find(shortest);
  if (fault === undefined) return undefined;
  let tries = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (const candidate of shorterThan(shortest)) {
      if (++tries > MAX_TRIES) break;
      const remaining = await find(candidate);
      if (remaining === undefined) continue;
      [shortest, fault, changed] = [candidate, remaining, true];
      break;
    }
  }
  return `${describe({ ...sample, pieces: shortest })}\n${fault}`;
}

function* shorterThan(pieces: Pieces): Generator<Pieces> {
  for (let index = 0; index < pieces.length; index++) yield pieces.toSpliced(index, 1);
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    for (let length = piece.length >> 1; length > 0; length >>= 1) {
      for (let start = 0; start + length <= piece.length; start += length) {
        const rest = concatenate([piece.subarray(0, start), piece.subarray(start + length)]);
        if (rest.length > 0) yield pieces.with(index, rest);
      }
    }
  }
}

function describe({ pieces, ...rest }: Sample): string {
  const texts = pieces.map((piece) => JSON.stringify(new TextDecoder().decode(piece)));
  return `${JSON.stringify(rest)} [${texts.join(", ")}]`;
}
