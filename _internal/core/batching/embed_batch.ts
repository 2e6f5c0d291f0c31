// Copyright 2026 the Rivulet authors. MIT license.

import { type CallSignal, untilStopped } from "../call_signal.ts";
import type { EmbedBatchOptions } from "../embedding_types.ts";
import { signalOf } from "./check_options.ts";
import { copyTexts } from "./check_texts.ts";

/** What a client does with texts that have been checked; there is at least one. */
export type Embed = (texts: string[], stop: CallSignal) => Promise<Float32Array[]>;

/** Checks the texts of one call and embeds them; none need nothing. */
export async function embedBatch(
  texts: readonly string[],
  options: EmbedBatchOptions | null | undefined,
  embed: Embed,
): Promise<Float32Array[]> {
  const batch = copyTexts(texts);
  return await untilStopped(
    signalOf(options),
    async (stop) => batch.length === 0 ? [] : await embed(batch, stop),
  );
}
