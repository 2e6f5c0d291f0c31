// Copyright 2026 the Rivulet authors. MIT license.

export { ollama } from "@rivulet/llm/ollama";
