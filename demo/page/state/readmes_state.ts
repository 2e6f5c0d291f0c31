// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";

/** What became of a README. */
export interface Readme {
  /** Its first words; `""` where there are none. */
  readonly prose: string;
  readonly kind: "read" | "none" | "failed";
}

/** Where a reading of READMEs is, and what has come since the page was opened. */
export interface ReadmesState {
  readonly known: ReadonlyMap<string, Readme>;
  readonly step:
    | { readonly kind: "idle"; readonly problem?: string | undefined }
    /** The person decides whether the requests are sent. */
    | { readonly kind: "asking" }
    | { readonly kind: "reading"; readonly done: number; readonly total: number };
}

/** What goes with a question; undefined where the README was not read or has no words. */
export function proseOf({ known }: ReadmesState, fullName: string): string | undefined {
  return known.get(fullName)?.prose || undefined;
}

/** Those whose README was not asked for yet, or did not come. */
export function missingReadmes(
  { known }: ReadmesState,
  repositories: readonly Repository[],
): Repository[] {
  return repositories.filter(({ fullName }) => {
    const readme = known.get(fullName);
    return readme === undefined || readme.kind === "failed";
  });
}
