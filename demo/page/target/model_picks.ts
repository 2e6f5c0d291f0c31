// Copyright 2026 the Rivulet authors. MIT license.

import { servedModel } from "../../engines/served_model.ts";
import type { Choice } from "../parts/choices.tsx";
import type { KeptShare, ModelPick } from "../state/consent.ts";
import { formatBytes } from "../messages/format.ts";

interface Twins {
  readonly name: string;
  readonly words: string;
  readonly stem: string;
  readonly half: readonly [downloadMB: number, memoryMB: number];
  readonly full: readonly [downloadMB: number, memoryMB: number];
}

const PICKS: readonly Twins[] = [
  {
    name: "Llama 3.2 1B",
    words: "Quick",
    stem: "Llama-3.2-1B-Instruct",
    half: [700, 879],
    full: [770, 1129],
  },
  {
    name: "Qwen2.5 0.5B",
    words: "Small, for a phone or a slow line",
    stem: "Qwen2.5-0.5B-Instruct",
    half: [280, 945],
    full: [310, 1060],
  },
  {
    name: "Qwen3 1.7B",
    words: "Better, and it thinks first",
    stem: "Qwen3-1.7B",
    half: [970, 2037],
    full: [1080, 2635],
  },
];

/** The models to offer; without 16-bit shaders, their 32-bit twins. */
export function modelPicks({ hasHalfPrecision }: { hasHalfPrecision: boolean }): ModelPick[] {
  return PICKS.map(({ name, words, stem, half, full }) => {
    const [downloadMB, memoryMB] = hasHalfPrecision ? half : full;
    return {
      id: `${stem}-${hasHalfPrecision ? "q4f16_1" : "q4f32_1"}-MLC`,
      name,
      words,
      downloadBytes: downloadMB * 1e6,
      memoryBytes: memoryMB * 1e6,
    };
  });
}

/** The model that reads meanings in this browser; its sizes are those that the library states. */
export const MEANING_PICK: ModelPick = {
  id: "snowflake-arctic-embed-s-q0f32-MLC-b4",
  name: "snowflake-arctic-embed-s",
  words: "Finds more",
  downloadBytes: 133e6,
  memoryBytes: 239e6,
};

/** The name to show of a model, whichever twin it is. */
export function modelName(id: string): string {
  if (id.startsWith(MEANING_PICK.name)) return MEANING_PICK.name;
  return PICKS.find(({ stem }) => id.startsWith(`${stem}-q4`))?.name ?? servedModel(id).name;
}

/** Whether the page offers this model: only then has it a name here. */
export function isOffered(id: string): boolean {
  return modelName(id) !== id;
}

/** How much of a model is here, in words; undefined where it is nothing. */
export function keptWords(share: KeptShare = "none"): string | undefined {
  return { none: undefined, part: "partly on this device", whole: "On this device" }[share];
}

/** The models as a person picks them; the first one where none was chosen before. */
export function pickChoices(
  picks: readonly ModelPick[],
  { kept, chosen }: { kept: ReadonlyMap<string, KeptShare>; chosen: string | undefined },
): Choice[] {
  const picked = picks.find(({ id }) => id === chosen) ?? picks[0];
  return picks.map((pick) => ({
    value: pick.id,
    title: pick.name,
    state: keptWords(kept.get(pick.id)) ?? `about ${formatBytes(pick.downloadBytes)}`,
    about: `${pick.words}. Needs about ${formatBytes(pick.memoryBytes)} of graphics memory.`,
    isPicked: pick === picked,
  }));
}
