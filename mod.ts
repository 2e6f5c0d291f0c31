// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Stream chat tokens and embed texts, with one import.
 *
 * @module
 */
export * from "./providers/mod.ts";
export * from "./embedding/mod.ts";
