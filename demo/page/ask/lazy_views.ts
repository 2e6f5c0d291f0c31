// Copyright 2026 the Rivulet authors. MIT license.

// What nobody sees of the question box before the page is touched.

import { lazy } from "../core/lazy.tsx";

export const EarlierAnswer = lazy();
export const OwnExamples = lazy();
