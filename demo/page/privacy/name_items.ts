// Copyright 2026 the Rivulet authors. MIT license.

import { formatPlural } from "../messages/format.ts";
import type { KeptItem } from "./kept_items.ts";

/** What many of a kind are called. */
const MANY: Partial<Record<KeptItem["kind"], string>> = {
  stars: "list of stars",
  meanings: "set of meanings",
  key: "key",
};

/** The names of things that were kept; those that can be many are counted. */
export function nameItems(items: readonly KeptItem[]): string[] {
  const names = items.map(({ kind, name }) => {
    const count = items.filter((item) => item.kind === kind).length;
    const [one, ...rest] = MANY[kind]?.split(" ") ?? [];
    return one === undefined || count === 1 ? name : [formatPlural(count, one), ...rest].join(" ");
  });
  return [...new Set(names)];
}
