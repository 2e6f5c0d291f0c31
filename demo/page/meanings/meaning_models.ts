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

/** Where most of them run. */
export const IN_OLLAMA = "Runs in Ollama on this computer.";

/** The models to offer; those of Ollama with their sizes as Ollama lists them. */
export const MEANING_MODELS: readonly MeaningModel[] = [
  { id: "", title: "Words alone", about: "Finds the words of your question.", size: "" },
  ofOllama("all-minilm", "Quick.", "46 MB"),
  ofOllama("nomic-embed-text", "Finds more.", "274 MB"),
  ofOllama(MANY_LANGUAGES_MODEL, "Reads a hundred languages.", "622 MB"),
  {
    id: MEANING_PICK.id,
    title: MEANING_PICK.name,
    about: "Finds more, in English. Runs in this browser, after a download.",
    size: `about ${formatBytes(MEANING_PICK.downloadBytes)}`,
  },
];

function ofOllama(id: string, about: string, size: string): MeaningModel {
  return { id, title: id, about: `${about} ${IN_OLLAMA}`, size };
}

/** Whether a model runs in this browser, and not on a server. */
export function isBrowserModel(id: string): boolean {
  return id === MEANING_PICK.id;
}
