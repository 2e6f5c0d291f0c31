// Copyright 2026 the Rivulet authors. MIT license.

/** An address without slashes at its end, in one pass: a pattern would begin anew at each of them. */
export function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") end--;
  return address.slice(0, end);
}
