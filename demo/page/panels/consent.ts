// Copyright 2026 the Rivulet authors. MIT license.

import { button, element } from "../dom.ts";
import type { ModelPick } from "../engines/model_picks.ts";
import type { KeptShare } from "../engines/kept_models.ts";
import { formatBytes } from "../format.ts";
import { createPanel, createRow } from "./panel.ts";

/** A download needs some room beside the files themselves. */
const ROOM = 1.1;

/** What a person should know before a download. */
export interface ConsentFacts {
  readonly picks: readonly ModelPick[];
  /** How much of each model is here already. */
  readonly kept: ReadonlyMap<string, KeptShare>;
  readonly chosen: string;
  readonly hosts: readonly string[];
  /** How much this site may still keep; undefined where the browser does not tell. */
  readonly freeBytes: number | undefined;
}

/** How much of a model is here, in words; undefined where it is nothing. */
export function keptWords(share: KeptShare = "none"): string | undefined {
  return { none: undefined, part: "partly on this device", whole: "On this device" }[share];
}

/** Asks before a model is downloaded. */
export function createConsent(
  facts: ConsentFacts,
  { onAgree, onRefuse }: { onAgree: (id: string) => void; onRefuse: () => void },
): HTMLElement {
  const { picks, kept, hosts, freeBytes } = facts;
  let chosen = picks.find(({ id }) => id === facts.chosen) ?? picks[0]!;
  const agree = button("", () => onAgree(chosen.id), { class: "primary" });
  const room = element("p", { class: "hint" });
  const choices = element("fieldset", { class: "choices" });
  choices.append(element("legend", { class: "unseen" }, "Model"), ...picks.map(createChoice));
  choices.addEventListener("change", (event) => {
    choose(picks.find(({ id }) => id === (event.target as HTMLInputElement).value)!);
  });

  function createChoice(pick: ModelPick): HTMLElement {
    const { id, name, words, downloadBytes, memoryBytes } = pick;
    const input = element("input", {
      type: "radio",
      name: "pick",
      value: id,
      checked: pick === chosen,
    });
    return element(
      "label",
      { class: "choice" },
      input,
      element("span", { class: "title" }, name),
      element(
        "span",
        { class: "state" },
        keptWords(kept.get(id)) ?? `about ${formatBytes(downloadBytes)}`,
      ),
      element(
        "span",
        { class: "about" },
        `${words}. Needs about ${formatBytes(memoryBytes)} of graphics memory.`,
      ),
    );
  }

  function choose(pick: ModelPick): void {
    chosen = pick;
    const needed = pick.downloadBytes * ROOM;
    const share = kept.get(pick.id) ?? "none";
    const isHere = share === "whole";
    const isTight = !isHere && freeBytes !== undefined && freeBytes < needed;
    agree.textContent = {
      none: `Download about ${formatBytes(pick.downloadBytes)}`,
      part: "Go on with the download",
      whole: "Use it",
    }[share];
    agree.disabled = isTight;
    room.textContent = isTight
      ? `This needs ${formatBytes(needed)}; this site may use ${formatBytes(freeBytes)}. ` +
        "Private windows allow less."
      : `Files come from ${hosts.join(" and ")}.` +
        (freeBytes === undefined ? "" : ` ${formatBytes(freeBytes)} free for this site.`);
  }

  choose(chosen);
  return createPanel(
    "Download a model to write answers?",
    element("p", {}, "It runs on this device and stays in this browser until you delete it."),
    choices,
    room,
    createRow(agree, button("Not now, just show matches", onRefuse)),
  );
}
