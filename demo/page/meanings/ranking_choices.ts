// Copyright 2026 the Rivulet authors. MIT license.

import { servedModel } from "../../engines/served_model.ts";
import type { KeptShare } from "../state/consent.ts";
import { keptWords } from "../target/model_picks.ts";
import type { Choice } from "../parts/choices.tsx";
import { type GraphicsSupport, NO_GRAPHICS } from "../state/graphics_support.ts";
import { IN_OLLAMA, isBrowserModel, MEANING_MODELS, type MeaningModel } from "./meaning_models.ts";

/** What is known of the ways to rank. */
export interface RankingFacts {
  readonly picked: string;
  /** Undefined until the graphics card has been looked at. */
  readonly support: GraphicsSupport | undefined;
  readonly share?: KeptShare | undefined;
  /** The embedding models that Ollama has; undefined where it was not asked. */
  readonly installed?: readonly string[] | undefined;
  /** The same of the server of OpenAI's protocol. */
  readonly elsewhere?: readonly string[] | undefined;
}

/** The ways to rank: the known ones, and what the local servers have besides. */
export function rankingChoices(facts: RankingFacts): Choice[] {
  const { picked, installed = [], elsewhere = [] } = facts;
  const known = MEANING_MODELS.map(({ id }) => id);
  const others = [...new Set([...installed, ...elsewhere, picked].map(shortName))]
    .filter((name) => !known.includes(name))
    .map((id): MeaningModel => {
      const { server, name } = servedModel(id);
      return { id, title: name, about: ABOUT[server], size: "" };
    });
  const last = MEANING_MODELS.length - 1;
  return [...MEANING_MODELS.slice(0, last), ...others, ...MEANING_MODELS.slice(last)]
    .map((model) => choiceOf(model, facts));
}

const ABOUT = {
  "local-a": IN_OLLAMA,
  "local-b": "Runs in LM Studio, or in another server like it, on this computer.",
} as const;

function choiceOf(
  { id, title, about, size }: MeaningModel,
  { picked, support, share = "none", installed, elsewhere }: RankingFacts,
): Choice {
  const choice = { value: id, title, state: size, about, isPicked: id === shortName(picked) };
  if (id === "") return choice;
  if (!isBrowserModel(id)) {
    const found = servedModel(id).server === "local-a" ? installed : elsewhere;
    if (found === undefined) return choice;
    const isThere = found.some((name) => shortName(name) === id);
    return { ...choice, state: isThere ? "installed" : `not installed${size && `, ${size}`}` };
  }
  if (support !== "none") {
    return { ...choice, state: keptWords(share) ?? size, isDisabled: support === undefined };
  }
  return {
    ...choice,
    state: "not in this browser",
    about: `This browser cannot run it: ${NO_GRAPHICS}.`,
    isDisabled: true,
  };
}

/** Ollama calls the newest of a name ":latest", and takes the name alone as well. */
function shortName(name: string): string {
  return name.replace(/:latest$/, "");
}
