// Copyright 2026 the Rivulet authors. MIT license.

import { TAB_KEYS } from "./own_names.ts";

/** The part of a tab's storage that is used here. */
export type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Keys and tokens, which never go to another host than their own. They are in memory and gone when
 * the page closes, unless the person has one kept for this tab.
 */
export class Keys {
  readonly #keys = new Map<string, string>();
  readonly #kept: Map<string, string>;
  readonly #storage: () => TabStorage;

  /** `storage` may throw: some browsers refuse it to some pages. */
  constructor(storage: () => TabStorage) {
    this.#storage = storage;
    this.#kept = readKept(storage);
  }

  /** The key for the host of an address. */
  get(address: string): string | undefined {
    const origin = originOf(address);
    return this.#keys.get(origin) ?? this.#kept.get(origin);
  }

  /** `""` forgets the key. */
  set(address: string, key: string, { keepForTab = false } = {}): void {
    const origin = originOf(address);
    const trimmed = key.trim();
    this.#keys.delete(origin);
    this.#kept.delete(origin);
    if (trimmed !== "") (keepForTab ? this.#kept : this.#keys).set(origin, trimmed);
    this.#save();
  }

  /** Whether the key for the host of an address is kept for this tab. */
  isKept(address: string): boolean {
    return this.#kept.has(originOf(address));
  }

  /** The origins whose keys are kept for this tab, with the size of what is kept. */
  listKept(): { readonly origin: string; readonly bytes: number }[] {
    return [...this.#kept].map(([origin, key]) => ({ origin, bytes: origin.length + key.length }));
  }

  /** The origins whose keys a reload forgets. */
  listUnkept(): string[] {
    return [...this.#keys.keys()];
  }

  /** Whether the browser lets a page keep anything for a tab. */
  get canKeep(): boolean {
    try {
      // Some browsers have the name and nothing behind it.
      return Boolean(this.#storage());
    } catch {
      return false;
    }
  }

  /** Keeps all of them for this tab. */
  keepAll(): void {
    for (const [origin, key] of this.#keys) this.#kept.set(origin, key);
    this.#keys.clear();
    this.#save();
  }

  /** Forgets all of them. */
  clear(): void {
    this.#keys.clear();
    this.#kept.clear();
    this.#save();
  }

  #save(): void {
    try {
      if (this.#kept.size === 0) this.#storage().removeItem(TAB_KEYS);
      else this.#storage().setItem(TAB_KEYS, JSON.stringify(Object.fromEntries(this.#kept)));
    } catch {
      // A browser that keeps nothing forgets them with the page.
    }
  }
}

function readKept(storage: () => TabStorage): Map<string, string> {
  try {
    const saved: unknown = JSON.parse(storage().getItem(TAB_KEYS) ?? "{}");
    const entries = Object.entries(saved as Record<string, unknown>);
    return new Map(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return new Map();
  }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
