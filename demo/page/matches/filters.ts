// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";
import { element } from "../dom.ts";
import type { Filters } from "../../stars/filters.ts";

/** The filters above the matches. */
export class FilterBar {
  readonly element: HTMLElement;
  readonly #language = element("select", { "aria-label": "Language" });
  readonly #hideArchived = element("input", { type: "checkbox" });

  constructor(onChange: (filters: Filters) => void) {
    this.element = element(
      "div",
      { class: "filters", role: "group", "aria-label": "Filters" },
      this.#language,
      element("label", {}, this.#hideArchived, "Hide archived"),
    );
    this.element.addEventListener("change", () => onChange(this.filters));
    this.offer([]);
  }

  get filters(): Filters {
    const archived = this.#hideArchived.checked ? "hidden" : "shown";
    return { language: this.#language.value, topic: "", archived };
  }

  get isActive(): boolean {
    return this.#language.value !== "" || this.#hideArchived.checked;
  }

  clear(): void {
    this.#language.value = "";
    this.#hideArchived.checked = false;
  }

  /** Offers the languages of a list, the most used ones first. */
  offer(repositories: readonly Repository[]): void {
    const counts = new Map<string, number>();
    for (const { language } of repositories) {
      if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    const chosen = this.#language.value;
    const options = [...counts]
      .sort(([, one], [, other]) => other - one)
      .map(([language, count]) => element("option", { value: language }, `${language} (${count})`));
    this.#language.replaceChildren(element("option", { value: "" }, "All languages"), ...options);
    this.#language.value = counts.has(chosen) ? chosen : "";
  }
}
