// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Keys and tokens. In memory only: they are gone when the page closes, and they never go to another
 * host.
 */
export class Keys {
  readonly #keys = new Map<string, string>();

  /** The key for the host of an address. */
  get(address: string): string | undefined {
    return this.#keys.get(originOf(address));
  }

  set(address: string, key: string): void {
    if (key.trim() === "") this.#keys.delete(originOf(address));
    else this.#keys.set(originOf(address), key.trim());
  }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
