// Copyright 2026 the Rivulet authors. MIT license.

/** A channel to the other windows of this page. Some browsers have the name and refuse the thing. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
