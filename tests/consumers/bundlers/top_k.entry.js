// Copyright 2026 the Rivulet authors. MIT license.

import { topK } from "@rivulet/llm";

process.stdout.write(`${topK([1, 0], [[0, 1], [1, 0]], 1)[0].index}`);
