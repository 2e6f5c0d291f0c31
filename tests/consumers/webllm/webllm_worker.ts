// Copyright 2026 the Rivulet authors. MIT license.

import "@rivulet/llm/webllm/worker";
