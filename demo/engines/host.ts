// Copyright 2026 the Rivulet authors. MIT license.

/** The host and port of an address, or the address where it is none. */
export function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host;
  } catch {
    return baseUrl;
  }
}
