// Copyright 2026 the Rivulet authors. MIT license.

import type { TokenSource } from "../_provider.ts";
import { Runtime } from "./_runtime.ts";
import { webllmSource } from "./_source.ts";

/** The source of the default provider: one engine, on the main thread. */
export const defaultSource: TokenSource = webllmSource(new Runtime({}));
