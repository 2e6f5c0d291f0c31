// Copyright 2026 the Rivulet authors. MIT license.

import { element } from "../dom.ts";
import { createPanel, createRow } from "./panel.ts";

/** The person has cancelled the download of a model. */
export function createCancelled(name: string, buttons: readonly HTMLElement[]): HTMLElement {
  return createPanel(
    `${name} is not ready`,
    element(
      "p",
      {},
      "You have cancelled. The files that have arrived whole stay in this browser, and the next try goes on from there.",
    ),
    createRow(...buttons),
  );
}
