// Copyright 2026 the Rivulet authors. MIT license.

/** A count as people write it: 950, 8.4k, 52k. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  const thousands = count / 1000;
  return `${thousands < 10 ? Math.round(thousands * 10) / 10 : Math.round(thousands)}k`;
}

/** The month of an ISO date, such as 2026-10. */
export function month(isoDate: string): string {
  return isoDate.slice(0, 7);
}
