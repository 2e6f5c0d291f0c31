// Copyright 2026 the Rivulet authors. MIT license.

// Since which version of each browser there is a feature, from MDN's browser-compat-data.

import data from "@mdn/browser-compat-data" with { type: "json" };

/** The browsers whose versions count; all others are built from one of them. */
export const BROWSERS = ["chrome", "firefox", "safari"] as const;

export type BrowserName = typeof BROWSERS[number];

/** Versions from which on something works. */
export type Floor = Readonly<Record<BrowserName, number>>;

/** A place in the data: what is known of a feature itself, and its parts. */
export type Entry = { readonly [part: string]: Entry } & { readonly __compat?: Compat };

interface Compat {
  readonly support: Readonly<Partial<Record<BrowserName, Support | readonly Support[]>>>;
}

interface Support {
  readonly "version_added": string | boolean | null;
  readonly "version_removed"?: string;
  readonly prefix?: string;
  readonly "alternative_name"?: string;
  readonly flags?: unknown;
  readonly "partial_implementation"?: true;
}

/** The whole of it. */
export const compatData: Entry = data as unknown as Entry;

/** The entry at a path such as `api.AbortSignal.any_static`. */
export function entryAt(...names: readonly string[]): Entry | undefined {
  let entry: Entry = compatData;
  for (const name of names) {
    if (!Object.hasOwn(entry, name)) return undefined;
    entry = entry[name]!;
  }
  return entry;
}

/** Since when there is a feature, without a prefix, a flag or a gap; `Infinity` for not yet. */
export function floorOf({ __compat }: Entry): Floor | undefined {
  if (__compat === undefined) return undefined;
  const versions = BROWSERS.map((name): [BrowserName, number] => {
    const statements = [__compat.support[name] ?? []].flat() as Support[];
    return [name, Math.min(Infinity, ...statements.filter(isWhole).map(versionOf))];
  });
  return Object.fromEntries(versions) as Floor;
}

function isWhole(statement: Support): boolean {
  const {
    prefix,
    flags,
    "alternative_name": other,
    "partial_implementation": partial,
    "version_removed": removed,
  } = statement;
  return [prefix, flags, other, partial, removed].every((limit) => limit === undefined);
}

function versionOf({ "version_added": added }: Support): number {
  // "≤18" says that nobody looked at older ones.
  return typeof added === "string" ? Number(added.replace("≤", "")) || Infinity : Infinity;
}

/** Whether a feature came to some browser after this floor. */
export function isNewer(feature: Floor, floor: Floor): boolean {
  return BROWSERS.some((name) => feature[name] > floor[name]);
}
