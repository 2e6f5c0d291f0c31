// Copyright 2026 the Rivulet authors. MIT license.

import type { VectorKind } from "../../demo/terminal/kept_vectors.ts";

/** Of the vectors that a test keeps. */
export const keptVectorKind: VectorKind = { model: "m", endpoint: "batch", dimensions: 384 };
