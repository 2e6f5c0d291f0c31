// Copyright 2026 the Rivulet authors. MIT license.

import type { Diagnosis } from "../../engines/doctor.ts";
import type { OriginFix } from "../../engines/origin_fixes.ts";
import { createCopyButton } from "../answer/copy_button.ts";
import { element } from "../dom.ts";
import { createHint, createPanel, createRow } from "./panel.ts";

/** One cause, what to do about it, and buttons that do it. */
export function createFailure(
  { message, fix, ways = [], serverWords }: Diagnosis,
  buttons: readonly HTMLElement[],
): HTMLElement {
  const [first, ...others] = ways;
  const panel = createPanel(message);
  panel.classList.add("error");
  if (fix !== undefined) panel.append(element("p", {}, fix));
  if (first !== undefined) panel.append(...wayNodes(first));
  if (others.length > 0) {
    panel.append(
      element(
        "details",
        { class: "ways" },
        element("summary", {}, "Another system"),
        ...others.flatMap((way) => [element("p", {}, way.label), ...wayNodes(way)]),
      ),
    );
  }
  if (serverWords !== undefined) {
    panel.append(element("p", { class: "words-of-server" }, `The server says: ${serverWords}`));
  }
  panel.append(createRow(...buttons));
  return panel;
}

function wayNodes({ label, command, after }: OriginFix): HTMLElement[] {
  const copy = createCopyButton(() => command, { "aria-label": `Copy the command: ${label}` });
  const line = element(
    "div",
    { class: "command" },
    element("pre", { tabindex: "0" }, element("code", {}, command)),
    copy,
  );
  return after === undefined ? [line] : [line, createHint(after)];
}
