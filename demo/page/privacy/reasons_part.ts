// Copyright 2026 the Rivulet authors. MIT license.

import { LatePart } from "../core/late_parts.ts";

/** What a request to another host is for, in words; `""` for one that the browser refuses. */
export const reasons = new LatePart<(url: URL) => string>();
