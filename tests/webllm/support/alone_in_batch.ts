// Copyright 2026 the Rivulet authors. MIT license.

/** Texts of very different lengths, and some of equal length. */
const TEXTS = [
  "fast search in code",
  "Charts without a framework, drawn as plain vector graphics in any page, with axes and a legend",
  "a",
  "small web server",
  "slow search in text",
  "A tool that reads a long file of events line by line and keeps account of what it has seen, " +
  "where, how often and for how long, so that nobody has to read it again",
  "zip",
];

/**
 * How far the vector of a text beside others is from its vector alone: 1 minus the cosine, the
 * largest of some texts. 0 where neighbours do not matter, up to rounding.
 */
export async function largestDifference(
  embed: (texts: string[]) => Promise<ArrayLike<number>[]>,
): Promise<number> {
  const together = await embed(TEXTS);
  let largest = 0;
  for (const [index, text] of TEXTS.entries()) {
    const [alone] = await embed([text]);
    largest = Math.max(largest, 1 - cosine(alone!, together[index]!));
  }
  return largest;
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const product = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  // Of a vector with itself it can be a little above 1.
  return Math.min(1, product);
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((sum, value, index) => sum + value * b[index]!, 0);
}
