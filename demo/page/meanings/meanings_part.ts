// Copyright 2026 the Rivulet authors. MIT license.

import { LatePart } from "../core/late_parts.ts";
import type { Meanings } from "./meanings.ts";

/** Has a model read what repositories mean. */
export const meanings = new LatePart<Meanings>();
