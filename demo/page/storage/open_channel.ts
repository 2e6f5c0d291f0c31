// Copyright 2026 the Rivulet authors. MIT license.

import type { LEDGER_CHANNEL, TABS_CHANNEL } from "./own_names.ts";

/** A channel to the other windows of this page. Some browsers have the name and refuse the thing. */
export function openChannel(
  name: typeof LEDGER_CHANNEL | typeof TABS_CHANNEL,
): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
