// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { RowActionsProps } from "../late_parts.ts";
import { LateView } from "../late_view.tsx";
import { Menu } from "../parts/menu.tsx";

/** Unfolds what can be done with one match. */
export function RowMenu(props: RowActionsProps): JSX.Element {
  const { fullName } = props.repository;
  return (
    <Menu label={`More about ${fullName}`} words={<span aria-hidden="true">⋯</span>}>
      <LateView>{({ RowActions }) => <RowActions {...props} />}</LateView>
    </Menu>
  );
}
