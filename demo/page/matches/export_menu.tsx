// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { LateView } from "../late_view.tsx";
import { Menu } from "../parts/menu.tsx";

/** Writes the matches, or the whole list, into a file. */
export function ExportMenu(): JSX.Element {
  return (
    <Menu
      words={
        <>
          Export <span aria-hidden="true">▾</span>
        </>
      }
    >
      <LateView>{({ ExportActions }) => <ExportActions />}</LateView>
    </Menu>
  );
}
