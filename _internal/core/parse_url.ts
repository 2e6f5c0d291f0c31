// Copyright 2026 the Rivulet authors. MIT license.

/** The address in a text, or undefined where there is none: `URL.canParse()` needs Chrome 120. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
