// Copyright 2026 the Rivulet authors. MIT license.

import type { LedgerEntry } from "../state/ledger.ts";
import { formatPlural } from "./format.ts";

/** The chip about privacy, in a word and a few more. */
export function privacyWords(
  entries: readonly LedgerEntry[],
): { readonly name: string; readonly detail: string } {
  const outside = entries.filter(({ host }) => !isOfThisDevice(host)).length;
  if (outside > 0) return { name: `Sent to ${formatPlural(outside, "host")}`, detail: "" };
  return { name: "Private", detail: entries.length === 0 ? "" : "this device only" };
}

function isOfThisDevice(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
}
