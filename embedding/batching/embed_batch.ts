// Copyright 2026 the Rivulet authors. MIT license.

import { copyTexts } from "./_texts.ts";
import { abortError } from "./abort.ts";
import type { Embed, EmbedBatchOptions } from "./types.ts";

/** Checks the texts of one call and embeds them; none need nothing. */
export async function embedBatch(
  texts: readonly string[],
  options: EmbedBatchOptions,
  embed: Embed,
): Promise<Float32Array[]> {
  const batch = copyTexts(texts);
  const { signal } = options;
  if (signal?.aborted) throw abortError(signal);
  return batch.length === 0 ? [] : await embed(batch, signal);
}
