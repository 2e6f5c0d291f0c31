// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Text embeddings from a local Ollama-compatible server.
 *
 * @module
 */
export {};
