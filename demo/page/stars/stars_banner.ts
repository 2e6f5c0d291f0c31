// Copyright 2026 the Rivulet authors. MIT license.

import type { SavedStars } from "../../stars/star_sync.ts";
import { Banner } from "../banner.ts";
import { button } from "../dom.ts";
import { formatClock, formatCount } from "../format.ts";
import { say } from "../status.ts";
import type { ReadingEnd } from "./star_shelf.ts";

/** What a person can do while stars are read. */
export interface StarsBannerHandlers {
  onCancel(): void;
  onContinue(user: string): void;
  onToken(): void;
  onOtherName(): void;
  onSample(): void;
}

/** Tells how far the reading of stars is, and how it ended. */
export class StarsBanner {
  readonly #banner = new Banner("Reading stars");
  readonly #handlers: StarsBannerHandlers;
  readonly #cancel: HTMLButtonElement;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: StarsBannerHandlers) {
    this.#handlers = handlers;
    this.#cancel = button("Cancel", handlers.onCancel);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.#banner.hide();
  }

  reading(user: string, stars: SavedStars | undefined): void {
    clearTimeout(this.#timer);
    const count = stars?.repositories.length ?? 0;
    const total = stars?.total ?? 0;
    this.#banner.show({
      line: count === 0
        ? `Reading @${user}'s stars…`
        : `Reading @${user}'s stars: ${formatCount(count)} of about ${formatCount(total)}`,
      hint: count === 0 ? "" : "You can search what has arrived.",
      progress: total === 0 ? 0 : count / total,
      progressText: `${formatCount(count)} of about ${formatCount(total)} stars`,
      buttons: [this.#cancel],
    });
  }

  ended(user: string, end: ReadingEnd, stars: SavedStars | undefined): void {
    const count = stars?.repositories.length ?? 0;
    if (end.kind === "failed") return this.#failed(user, end.error, stars);
    if (end.kind === "complete" && count > 0) return this.#banner.hide();
    if (end.kind === "complete") return this.#showEmpty(user);
    if (count === 0) return this.#banner.hide();
    this.#show(
      `Cancelled: ${formatCount(count)} of about ${formatCount(stars!.total)} stars are here.`,
      [button("Continue", () => this.#handlers.onContinue(user)), this.#close()],
    );
  }

  #showEmpty(user: string): void {
    this.#show(`@${user} has no public stars, or the profile is private.`, this.#otherWays());
  }

  #failed(
    user: string,
    { message, status, limitedUntil }: Extract<ReadingEnd, { kind: "failed" }>["error"],
    stars: SavedStars | undefined,
  ): void {
    if (limitedUntil !== undefined) return this.#limited(user, limitedUntil, stars);
    const retry = button("Try again", () => this.#handlers.onContinue(user));
    this.#show(message, status === 404 ? this.#otherWays() : [retry, this.#close()]);
  }

  #limited(user: string, until: Date, stars: SavedStars | undefined): void {
    const clock = formatClock(until);
    const line = stars === undefined
      ? `GitHub's hourly limit is used up until ${clock}.`
      : `${formatCount(stars.repositories.length)} of about ${formatCount(stars.total)} stars. ` +
        `GitHub allows 60 requests an hour; more from ${clock}.`;
    const goOn = button(`Continue at ${clock}`, () => {
      goOn.textContent = `Goes on at ${clock}`;
      goOn.disabled = true;
      const wait = Math.max(1000, until.getTime() - Date.now() + 1000);
      this.#timer = setTimeout(() => this.#handlers.onContinue(user), wait);
    });
    const token = button("Add a token", this.#handlers.onToken);
    this.#show(line, [goOn, token, ...(stars === undefined ? [this.#sample()] : [])]);
  }

  #show(line: string, buttons: readonly HTMLElement[]): void {
    this.#banner.show({ line, buttons });
    say(line);
  }

  #otherWays(): HTMLElement[] {
    return [button("Try another name", this.#handlers.onOtherName), this.#sample()];
  }

  #sample(): HTMLElement {
    return button("Use the sample", this.#handlers.onSample);
  }

  #close(): HTMLElement {
    return button("Dismiss", () => this.hide());
  }
}
