// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import type { Collection } from "../stars/repository.ts";
import { byId, element } from "./dom.ts";
import { engineNameOf } from "./engines/engine_names.ts";
import type { EngineState } from "./engines/engine_states.ts";
import { formatCount, formatPlural } from "./format.ts";
import type { LedgerEntry } from "./privacy/ledger.ts";

// The three chips in the head: whose stars, who answers, what was sent.

export function showStarsChip({ title, repositories }: Collection): void {
  const noun = title.startsWith("@") ? "stars" : "repositories";
  fill("stars-chip", title, `${formatCount(repositories.length)} ${noun}`);
  setDot("stars-chip", true);
}

export function showEngineChip(id: LLMProviderId, { words, isReady }: EngineState): void {
  const { name, short } = engineNameOf(id);
  fill("engine-chip", name, words, short);
  setDot("engine-chip", isReady);
}

export function showPrivacyChip(entries: readonly LedgerEntry[]): void {
  const words = entries.length === 0 ? "Nothing sent" : formatPlural(entries.length, "host");
  fill("privacy-chip", words, entries.length === 0 ? "from this page" : "called");
}

function fill(id: string, name: string, detail: string, short = name): void {
  const chip = byId(id);
  const names = short === name
    ? [name]
    : [element("span", { class: "long" }, name), element("span", { class: "short" }, short)];
  chip.querySelector(".name")!.replaceChildren(...names);
  chip.querySelector(".detail")!.textContent = detail;
}

function setDot(id: string, isFilled: boolean): void {
  byId(id).querySelector(".dot")!.classList.toggle("filled", isFilled);
}
