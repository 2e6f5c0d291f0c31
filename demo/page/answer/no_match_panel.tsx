// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { Panel } from "../parts/panel.tsx";
import type { Asked } from "../state/asked.ts";

/** Nothing was found, so no model was asked. What may help stands beside, with the matches. */
export function NoMatchPanel({ asked: { list } }: { asked: Asked }): JSX.Element {
  return (
    <Panel
      title={list.startsWith("@")
        ? "None of your stars match that."
        : "No repository matches that."}
    >
      <p>Nothing was sent to any model.</p>
    </Panel>
  );
}
