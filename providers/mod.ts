// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Chat token streams from any OpenAI-compatible service, Ollama, LM Studio and WebLLM.
 *
 * @module
 */
export {};
