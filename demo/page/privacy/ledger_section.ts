// Copyright 2026 the Rivulet authors. MIT license.

import { createSection } from "../dialog.ts";
import { element } from "../dom.ts";
import { formatBytes, formatCount } from "../format.ts";
import type { LedgerEntry } from "./ledger.ts";

/** Says what was sent, and why. */
export function createLedgerSection(entries: readonly LedgerEntry[]): HTMLElement {
  const title = "Sent since you opened this page";
  if (entries.length === 0) {
    return createSection(title, element("p", {}, "Nothing. The page has called no other host."));
  }
  const rows = entries.map(({ host, why, requests, bytesOut }) =>
    element(
      "tr",
      {},
      element("td", {}, host),
      element("td", {}, why),
      element("td", { class: "number" }, formatCount(requests)),
      element("td", { class: "number" }, formatBytes(bytesOut)),
    )
  );
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, "Host"),
    element("th", { scope: "col" }, "Why"),
    element("th", { scope: "col", class: "number" }, "Requests"),
    element("th", { scope: "col", class: "number" }, "Sent"),
  );
  return createSection(
    title,
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)),
  );
}
