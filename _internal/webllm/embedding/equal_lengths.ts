// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Parts in which texts can go to the engine together, as their places in the list. It fills up a
 * shorter text with padding that the model then reads as text, so that all texts of a part must
 * have as many tokens; where the lengths are not known, each text is a part of its own.
 */
export function partsOfEqualLength(
  lengths: readonly number[] | undefined,
  { count, most }: { count: number; most: number },
): number[][] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (lengths === undefined) return places.map((place) => [place]);
  const open = new Map<number | undefined, number[]>();
  const parts: number[][] = [];
  for (const place of places) {
    const length = lengths[place];
    let part = open.get(length);
    if (part === undefined || part.length === most) {
      part = [];
      open.set(length, part);
      parts.push(part);
    }
    part.push(place);
  }
  return parts;
}
