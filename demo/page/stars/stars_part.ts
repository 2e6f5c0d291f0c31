// Copyright 2026 the Rivulet authors. MIT license.

import { LatePart } from "../core/late_parts.ts";
import type { StarReader } from "./star_reader.ts";

/** Reads stars from GitHub. */
export const starReading = new LatePart<StarReader>();
