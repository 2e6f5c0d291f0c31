// Copyright 2026 the Rivulet authors. MIT license.

import { type Choice, createChoices, pickedValue } from "../choice.ts";
import { createSection } from "../dialog.ts";
import { button, element } from "../dom.ts";
import { type GraphicsSupport, graphicsSupport, NO_GRAPHICS } from "../engines/graphics_support.ts";
import { type KeptShare, keptShare } from "../engines/kept_models.ts";
import { keptWords, MEANING_PICK } from "../engines/model_picks.ts";
import { createHint, createRow } from "../panels/panel.ts";
import { isBrowserModel, MEANING_MODELS } from "./meaning_models.ts";

/** Picks the model that reads meanings. */
export function createMeaningsSection(
  chosen: string | undefined,
  onChoose: (model: string | undefined) => void,
): HTMLElement {
  const place = element("div");
  const show = (support: GraphicsSupport | undefined, share?: KeptShare): void => {
    const picked = place.hasChildNodes() ? pickedValue(place) : chosen ?? "";
    const choices = rankingChoices({ picked, support, share });
    place.replaceChildren(createChoices({ name: "meanings", label: "Ranking" }, choices));
  };
  show(undefined);
  fill();

  async function fill(): Promise<void> {
    show(await graphicsSupport(), await keptShare(MEANING_PICK.id));
  }

  return createSection(
    "Words or meanings",
    createHint(
      "With meanings, a question also finds what it does not name. A model has to read each description once.",
    ),
    place,
    createRow(button("Rank like this", () => onChoose(pickedValue(place) || undefined))),
  );
}

/** The ways to rank; `support` is undefined until the graphics card has been looked at. */
export function rankingChoices(
  { picked, support, share = "none" }: {
    picked: string;
    support: GraphicsSupport | undefined;
    share?: KeptShare | undefined;
  },
): Choice[] {
  return MEANING_MODELS.map(({ id, title, about, size }) => {
    const choice = { value: id, title, state: size, about, isPicked: id === picked };
    if (!isBrowserModel(id)) return choice;
    if (support !== "none") {
      return { ...choice, state: keptWords(share) ?? size, isDisabled: support === undefined };
    }
    return {
      ...choice,
      state: "not in this browser",
      about: `This browser cannot run it: ${NO_GRAPHICS}.`,
      isDisabled: true,
    };
  });
}
