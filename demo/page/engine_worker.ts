// Copyright 2026 the Rivulet authors. MIT license.

// The worker of the engine. The ledger comes first: it has to see every request.

import "./privacy/worker_ledger.ts";
import "@rivulet/llm/webllm/worker";
