// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { NoMatch } from "../matches/no_match.tsx";
import type { Asked } from "../state/asked.ts";

/** Nothing was found, so no model was asked. */
export function NoMatchPanel({ asked }: { asked: Asked }): JSX.Element | null {
  const found = asked.matches.value;
  if (found === undefined) return null;
  return <NoMatch found={found} note="Nothing was sent to any model." />;
}
