// Copyright 2026 the Rivulet authors. MIT license.

/** A model that a server has, as far as the server tells. */
export interface LLMModel {
  /** Its name, as a configuration and a request have it. */
  name: string;
  /** Who has it, in the server's words; many servers say so what they are. */
  owner?: string | undefined;
  /** Whether it makes vectors and cannot answer. */
  embeds?: boolean | undefined;
  /** How many tokens question and answer may have together. */
  contextLength?: number | undefined;
  /** How large its files are, in bytes. */
  sizeBytes?: number | undefined;
}
