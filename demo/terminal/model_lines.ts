// Copyright 2026 the Rivulet authors. MIT license.

import { widthOf } from "./fit.ts";
import { plainLine } from "./plain_text.ts";
import { nameOfProvider } from "./provider_names.ts";
import type { ModelPlace } from "./report.ts";

/** A line for each model: what to write after --provider and -m, and what is known of it. */
export function modelLines({ provider, models }: ModelPlace): string {
  const start = nameOfProvider(provider).padEnd("lm-studio".length);
  const names = models.map(({ name }) => plainLine(name));
  const width = Math.max(...names.map(widthOf));
  return models.map(({ embeds, contextLength, sizeBytes }, index) => {
    const facts = [
      contextLength !== undefined && `${shortTokens(contextLength)} tokens`,
      sizeBytes !== undefined && `${(sizeBytes / 1e9).toFixed(1)} GB`,
      embeds && "embedding model",
    ].filter(Boolean);
    const gap = " ".repeat(width - widthOf(names[index]!));
    return `${[start, names[index]! + gap, facts.join(", ")].join("  ").trimEnd()}\n`;
  }).join("");
}

/** Lengths are powers of two. */
function shortTokens(count: number): string {
  return count < 1024 ? String(count) : `${Math.round(count / 1024)}k`;
}
