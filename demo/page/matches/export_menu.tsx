// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { Menu } from "../parts/menu.tsx";
import { ExportActions } from "./lazy_views.ts";

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
      <ExportActions />
    </Menu>
  );
}
