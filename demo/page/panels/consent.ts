// Copyright 2026 the Rivulet authors. MIT license.

import { createChoices, pickedValue } from "../choice.ts";
import { button, element } from "../dom.ts";
import type { KeptShare } from "../engines/kept_models.ts";
import { type ModelPick, pickChoices } from "../engines/model_picks.ts";
import { formatBytes } from "../format.ts";
import { createHint, createPanel, createRow } from "./panel.ts";

/** A download needs some room beside the files themselves. */
const ROOM = 1.1;

/** What a person should know before a download. */
export interface ConsentFacts {
  /** What the model is for, as in "to write answers". */
  readonly purpose: string;
  readonly picks: readonly ModelPick[];
  /** How much of each model is here already. */
  readonly kept: ReadonlyMap<string, KeptShare>;
  readonly chosen: string;
  readonly hosts: readonly string[];
  /** How much this site may still keep; undefined where the browser does not tell. */
  readonly freeBytes: number | undefined;
}

/** Asks before a model is downloaded. */
export function createConsent(
  { purpose, picks, kept, chosen, hosts, freeBytes }: ConsentFacts,
  { onAgree, onRefuse }: { onAgree: (id: string) => void; onRefuse: () => void },
): HTMLElement {
  const agree = button("", () => onAgree(pickedValue(choices)), { class: "primary" });
  const room = createHint("");
  const choices = createChoices(
    { name: "pick", label: "Model" },
    pickChoices(picks, { kept, chosen }),
  );
  choices.addEventListener("change", show);
  show();

  function show(): void {
    const { id, downloadBytes } = picks.find((pick) => pick.id === pickedValue(choices))!;
    const needed = downloadBytes * ROOM;
    const share = kept.get(id) ?? "none";
    const isTight = share !== "whole" && freeBytes !== undefined && freeBytes < needed;
    agree.textContent = {
      none: `Download about ${formatBytes(downloadBytes)}`,
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

  return createPanel(
    `Download a model to ${purpose}?`,
    element("p", {}, "It runs on this device and stays in this browser until you delete it."),
    choices,
    room,
    createRow(agree, button("Not now, just show matches", onRefuse)),
  );
}
