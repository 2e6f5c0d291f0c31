// Copyright 2026 the Rivulet authors. MIT license.

import { MANY_LANGUAGES_MODEL } from "../../stars/model_languages.ts";
import { MEANING_PICK } from "../target/model_picks.ts";
import { formatBytes } from "../messages/format.ts";

/** What a list can be ranked by. */
export interface MeaningModel {
  /** `""` for no model. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly size: string;
}

/** The models to offer; those of Ollama with their sizes as Ollama lists them. */
export const MEANING_MODELS: readonly MeaningModel[] = [
  { id: "", title: "Words alone", about: "Finds the words of your question.", size: "" },
  {
    id: "all-minilm",
    title: "all-minilm",
    about: "Quick. Runs in Ollama on this computer.",
    size: "46 MB",
  },
  {
    id: "nomic-embed-text",
    title: "nomic-embed-text",
    about: "Finds more. Runs in Ollama on this computer.",
    size: "274 MB",
  },
  {
    id: MANY_LANGUAGES_MODEL,
    title: MANY_LANGUAGES_MODEL,
    about: "Reads a hundred languages. Runs in Ollama on this computer.",
    size: "622 MB",
  },
  {
    id: MEANING_PICK.id,
    title: MEANING_PICK.name,
    about: "Finds more, in English. Runs in this browser, after a download.",
    size: `about ${formatBytes(MEANING_PICK.downloadBytes)}`,
  },
];

/** Whether a model runs in this browser, and not on a server. */
export function isBrowserModel(id: string): boolean {
  return id === MEANING_PICK.id;
}
