// Copyright 2026 the Rivulet authors. MIT license.

// What nobody sees of the matches before the page is touched.

import type { ComponentProps } from "preact";
import { lazy } from "../core/lazy.tsx";
import type { NoMatch as NoMatchView } from "./no_match.tsx";
import type { ReadmesSteps as ReadmesStepsView } from "./readmes_steps.tsx";
import type { RowActions as RowActionsView } from "./row_actions.tsx";
import type { Snippet as SnippetView } from "./snippet.tsx";

export const ExportActions = lazy();
export const NoMatch = lazy<ComponentProps<typeof NoMatchView>>();
export const ReadmesSteps = lazy<ComponentProps<typeof ReadmesStepsView>>();
export const RowActions = lazy<ComponentProps<typeof RowActionsView>>();
export const Snippet = lazy<ComponentProps<typeof SnippetView>>();
export const Sources = lazy();
export const TypedFilters = lazy();
