// Copyright 2026 the Rivulet authors. MIT license.

import { assertRejects } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";

/** The error of an embedding call that fails. */
export function failureOf(run: () => PromiseLike<unknown>): Promise<EmbeddingError> {
  return assertRejects(run, EmbeddingError);
}
