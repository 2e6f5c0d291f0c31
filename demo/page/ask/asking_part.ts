// Copyright 2026 the Rivulet authors. MIT license.

import { LatePart } from "../core/late_parts.ts";
import type { Asking } from "./asking.ts";

/** Leads a question to its answer. */
export const asking = new LatePart<Asking>();
