// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { LateViews } from "./late_parts.ts";
import { usePage } from "./page.ts";

/** A view that comes late: where it is to be seen it is asked for. */
export function LateView(
  { children }: { children: (views: LateViews) => JSX.Element },
): JSX.Element | null {
  const { late } = usePage();
  useEffect(() => void late.use(() => {}), []);
  const views = late.loaded.value?.views;
  return views === undefined ? null : children(views);
}
