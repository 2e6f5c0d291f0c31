// Copyright 2026 the Rivulet authors. MIT license.

// Imported only where a model in this browser was chosen or is offered: it shares a file with what
// runs the models.

export { isWebLLMModelCached } from "@rivulet/llm/webllm";
