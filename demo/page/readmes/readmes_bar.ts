// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";
import type { Cell } from "../cell.ts";
import { button, element } from "../dom.ts";
import { formatPlural } from "../format.ts";
import { createHint, createRow } from "../panels/panel.ts";
import { hasSameItems } from "../same_items.ts";
import type { Settings } from "../settings.ts";
import { say } from "../status.ts";
import { README_URL, type Readmes } from "./readmes.ts";

/** Offers to read the READMEs of the matches. Nothing is sent before the second click. */
export class ReadmesBar {
  readonly element = element("div", { class: "readmes" });
  readonly #readmes: Readmes;
  readonly #settings: Cell<Settings>;
  #repositories: readonly Repository[] = [];
  #isAsking = false;
  #isReading = false;

  constructor(readmes: Readmes, settings: Cell<Settings>) {
    this.#readmes = readmes;
    this.#settings = settings;
    readmes.changes.watch(() => this.#show());
  }

  /** These are the matches now. */
  offer(repositories: readonly Repository[]): void {
    if (hasSameItems(repositories, this.#repositories)) return;
    this.#repositories = repositories;
    if (this.#isAsking && this.#readmes.missing(repositories).length > 0) this.#ask();
    else if (!this.#isReading) this.#showOffer();
  }

  #show(): void {
    const { reading, problem } = this.#readmes.changes.get();
    const wasReading = this.#isReading;
    this.#isReading = reading !== undefined;
    this.#isAsking = false;
    if (reading !== undefined) {
      const line = `Reading READMEs: ${reading.done} of ${reading.total}`;
      // The button stays: a click must not fall between two of them.
      if (wasReading) this.element.querySelector("p")!.textContent = line;
      else this.#fill(line, button("Cancel", () => this.#readmes.cancel(), { class: "quiet" }));
      return;
    }
    this.#showOffer(problem);
    if (wasReading) say(problem ?? (this.#describe() || "Cancelled."));
  }

  #showOffer(line: string = this.#describe()): void {
    const missing = this.#readmes.missing(this.#repositories).length;
    const label = missing === 1
      ? "Read one README"
      : `Read the READMEs of ${
        missing === this.#repositories.length ? "these" : "the other"
      } ${missing}`;
    this.#isAsking = false;
    const offer = button(label, () => this.#ask().focus(), { class: "link" });
    this.#fill(line, ...(missing === 0 ? [] : [offer]));
  }

  /** What goes with a question, once all have been asked for. */
  #describe(): string {
    if (this.#repositories.length === 0) return "";
    if (this.#readmes.missing(this.#repositories).length > 0) return "";
    return this.#repositories.some(({ fullName }) => this.#readmes.proseOf(fullName) !== undefined)
      ? "The first words of their READMEs go with your question."
      : "None of them has a README.";
  }

  /** Gives the button that agrees. */
  #ask(): HTMLButtonElement {
    const missing = this.#readmes.missing(this.#repositories);
    this.#isAsking = true;
    const { readmeUrl: url = README_URL } = this.#settings.get();
    const send = button(
      `Send ${formatPlural(missing.length, "request")}`,
      () => this.#readmes.read(missing, url),
      { class: "primary" },
    );
    this.#fill(
      `One request for each goes to ${new URL(url).host}, which learns what you look at. ` +
        "The first 600 characters then go with your question to the engine that you pick.",
      send,
      button("Not now", () => {
        this.#showOffer();
        this.element.querySelector("button")?.focus();
      }),
    );
    return send;
  }

  #fill(line: string, ...buttons: readonly HTMLElement[]): void {
    this.element.hidden = line === "" && buttons.length === 0;
    this.element.replaceChildren(
      ...(line === "" ? [] : [createHint(line)]),
      ...(buttons.length === 0 ? [] : [createRow(...buttons)]),
    );
  }
}
