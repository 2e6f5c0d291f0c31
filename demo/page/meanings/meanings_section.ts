// Copyright 2026 the Rivulet authors. MIT license.

import { createSection } from "../dialog.ts";
import { button, element } from "../dom.ts";

/** The models to offer, with their sizes as Ollama lists them. */
const MODELS = [
  { name: "", title: "Keyword only", about: "Finds the words of your question.", size: "" },
  {
    name: "all-minilm",
    title: "all-minilm",
    about: "Quick. Runs in Ollama on this computer.",
    size: "46 MB",
  },
  {
    name: "nomic-embed-text",
    title: "nomic-embed-text",
    about: "Finds more. Runs in Ollama on this computer.",
    size: "274 MB",
  },
];

/** Picks the model that reads meanings. */
export function createMeaningsSection(
  chosen: string | undefined,
  onChoose: (model: string | undefined) => void,
): HTMLElement {
  const choices = element("fieldset", { class: "choices" });
  choices.append(
    element("legend", { class: "unseen" }, "Ranking"),
    ...MODELS.map(({ name, title, about, size }) =>
      element(
        "label",
        { class: "choice" },
        element("input", {
          type: "radio",
          name: "meanings",
          value: name,
          checked: name === (chosen ?? ""),
        }),
        element("span", { class: "title" }, title),
        element("span", { class: "state" }, size),
        element("span", { class: "about" }, about),
      )
    ),
  );
  const apply = button("Rank like this", () => {
    const name = choices.querySelector<HTMLInputElement>("input:checked")?.value ?? "";
    onChoose(name === "" ? undefined : name);
  });
  return createSection(
    "Words or meanings",
    element(
      "p",
      { class: "hint" },
      "With meanings, a question also finds what it does not name. A model has to read each description once.",
    ),
    choices,
    element("div", { class: "row" }, apply),
  );
}
