// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { RowActionsProps } from "./row_actions.tsx";
import { Menu } from "../parts/menu.tsx";
import { RowActions } from "./lazy_views.ts";

/** Unfolds what can be done with one match. */
export function RowMenu(props: RowActionsProps): JSX.Element {
  const { fullName } = props.repository;
  return (
    <Menu label={`More about ${fullName}`} words={<span aria-hidden="true">⋯</span>}>
      <RowActions {...props} />
    </Menu>
  );
}
