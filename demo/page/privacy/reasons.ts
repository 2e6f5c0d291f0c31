// Copyright 2026 the Rivulet authors. MIT license.

/** What READMEs are read for. */
export const README_REASON = "READMEs of matches";

/** Whether an address is that of a README. */
export function isReadme({ pathname }: URL): boolean {
  return pathname.endsWith("/HEAD/README.md");
}
