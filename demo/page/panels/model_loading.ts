// Copyright 2026 the Rivulet authors. MIT license.

import { button, element } from "../dom.ts";
import { formatBytes, formatWait } from "../format.ts";
import { say } from "../status.ts";
import { createPanel, createRow } from "./panel.ts";

/** A wait is told only after this much is known about the speed. */
const MEASURE_MS = 3000;

/** The way of a model from the network into graphics memory, in three phases with names. */
export class ModelLoading {
  readonly element: HTMLElement;
  readonly #name: string;
  readonly #line = element("p", {}, "Preparing…");
  readonly #bar = element("progress", { max: "100", "aria-label": "Download" });
  #phase = "";
  #start: { at: number; megabytes: number } | undefined;
  #told = 0;

  constructor(name: string, onCancel: () => void) {
    this.#name = name;
    this.element = createPanel(
      `Getting ${name} ready`,
      this.#line,
      this.#bar,
      createRow(button("Cancel", onCancel)),
    );
  }

  /** Shows what the library reports: a number from 0 to 1, and the phase in words. */
  update(text: string): void {
    const [, megabytes, percent] = /^Downloading: (\d+) MB, (\d+) %/.exec(text) ?? [];
    if (megabytes === undefined || percent === undefined) return this.#showPhase(text);
    const done = Number(megabytes);
    this.#start ??= { at: performance.now(), megabytes: done };
    this.#bar.value = Number(percent);
    // The total is what the share that has come makes it: the size was never known before.
    const total = Number(percent) > 0 ? Math.round(done * 100 / Number(percent)) : undefined;
    const amount = total === undefined ? `${done} MB` : `${done} of about ${total} MB`;
    const left = total === undefined ? "" : this.#timeLeft(done, total);
    this.#line.textContent = `Downloading ${this.#name}: ${amount}${left}`;
    const tens = Math.floor(Number(percent) / 10);
    if (tens === this.#told) return;
    this.#told = tens;
    this.#bar.setAttribute("aria-valuetext", `${amount}, ${formatBytes(done * 1e6)} so far`);
  }

  #showPhase(text: string): void {
    const phase = text.replace(/: \d+ %$/, "");
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#bar.removeAttribute("value");
    this.#line.textContent = `${phase}…`;
    say(`${phase}.`);
  }

  #timeLeft(done: number, total: number): string {
    const elapsed = performance.now() - this.#start!.at;
    const came = done - this.#start!.megabytes;
    if (elapsed < MEASURE_MS || came <= 0) return "";
    return ` · ${formatWait(elapsed / came * (total - done))} left`;
  }
}
