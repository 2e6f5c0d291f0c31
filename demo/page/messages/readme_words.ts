// Copyright 2026 the Rivulet authors. MIT license.

import type { Readme } from "../state/readmes_state.ts";

/** What the row of a match says of its README. */
export function readmeWords(readme: Readme | undefined): string | undefined {
  if (readme === undefined) return undefined;
  return { read: "README read", none: "no README", failed: "README did not come" }[readme.kind];
}
