// Copyright 2026 the Rivulet authors. MIT license.

export { getProviderById } from "@rivulet/llm/providers";
