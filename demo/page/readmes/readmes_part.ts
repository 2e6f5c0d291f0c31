// Copyright 2026 the Rivulet authors. MIT license.

import { LatePart } from "../core/late_parts.ts";
import type { ReadmeReading } from "./readme_reading.ts";

/** Reads the READMEs of matches. */
export const readmes = new LatePart<ReadmeReading>();
