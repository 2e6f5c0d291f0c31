// Copyright 2026 the Rivulet authors. MIT license.

import type { Settings } from "../storage/settings.ts";
import type { LeftOver } from "./left_over.ts";

/** How a load of the page begins. */
export interface Opening {
  readonly settings: Settings;
  readonly leftOver?: LeftOver | undefined;
}
