// Copyright 2026 the Rivulet authors. MIT license.

/** The address, or undefined where the text is none. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
