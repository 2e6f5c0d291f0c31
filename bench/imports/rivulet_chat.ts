// Copyright 2026 the Rivulet authors. MIT license.

export { localA } from "@rivulet/llm/local-a";
