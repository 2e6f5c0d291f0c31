// Copyright 2026 the Rivulet authors. MIT license.

// What nobody sees before the page is touched.

import { lazy } from "./core/lazy.tsx";

export const AnswerSection = lazy();
export const Dialogs = lazy();
export const PageMenu = lazy();
export const ReadingBanners = lazy();
