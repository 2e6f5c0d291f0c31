// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import type { Asked } from "../state/asked.ts";
import { progressWords } from "../messages/phase_words.ts";

/** What goes on, told by the clock. */
export function Progress({ asked }: { asked: Asked }): JSX.Element | null {
  const { state } = usePage();
  const words = progressWords(asked, state.now.value);
  if (words === undefined) return null;
  return <p class="waiting">{words}</p>;
}
