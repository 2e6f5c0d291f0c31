// Copyright 2026 the Rivulet authors. MIT license.

import { OllamaEmbeddingClient } from "@rivulet/llm/embedding";
import type { Contender } from "../contender.ts";

export const contender: Contender = {
  embed({ base, model, texts }) {
    return new OllamaEmbeddingClient({ baseUrl: base, model, timeoutMs: 60_000 }).embedBatch(texts);
  },
};
