// Copyright 2026 the Rivulet authors. MIT license.

import { endOfSlice } from "../../shared/end_of_slice.ts";
import { ShownStream } from "./shown_stream.ts";

/**
 * So much is shown of one answer: more than models write, and about what a browser can lay out in one
 * paragraph without a pause that is felt.
 */
export const ANSWER_LIMIT = 300_000;

/** At most this long is written in one turn: the page answers to a key in between. */
const TURN_MS = 8;

/** So much is written at once; how long it takes is known only afterwards. */
const SLICE = 2000;

/** After a turn that took long to draw, the page rests for this many times as long. */
const REST = 2;

/** Runs a function before the next time the page is drawn; returns the way to take it back. */
export interface Frames {
  next(work: () => void): () => void;
  now(): number;
}

/** The frames of a page, and a timer where nothing is drawn because the page is not in sight. */
const pageFrames: Frames = {
  next(work) {
    let frame = 0;
    const timer = setTimeout(run, 200);
    frame = requestAnimationFrame(run);
    function cancel(): void {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    }
    function run(): void {
      cancel();
      work();
    }
    return cancel;
  },
  now: () => performance.now(),
};

/** What a paced text tells and uses. */
export interface PacedTextOptions {
  /** The answer is longer than what is shown of one: it is told once, and the rest is left out. */
  readonly onLimit: () => void;
  readonly frames?: Frames | undefined;
}

/**
 * Shows a text that may come faster than it can be drawn, in slices that leave the page time to
 * answer. A stop acts at once, and leaves what is in sight.
 */
export class PacedText {
  readonly #show: (text: string) => void;
  readonly #onLimit: () => void;
  readonly #frames: Frames;
  readonly #stream = new ShownStream();
  #pieces: string[] = [];
  #waiting = "";
  #taken = 0;
  #cancel: (() => void) | undefined;
  #restUntil = 0;
  #state: "open" | "ending" | "over" = "open";
  #onDone: () => void = () => {};
  readonly #done = new Promise<void>((resolve) => this.#onDone = resolve);

  constructor(show: (text: string) => void, { onLimit, frames = pageFrames }: PacedTextOptions) {
    this.#show = show;
    this.#onLimit = onLimit;
    this.#frames = frames;
  }

  push(text: string): void {
    if (this.#state !== "open" || text === "") return;
    const room = ANSWER_LIMIT - this.#taken;
    this.#taken += text.length;
    this.#pieces.push(this.#stream.push(text.slice(0, Math.max(0, room))));
    this.#plan();
    if (text.length <= room) return;
    this.#state = "ending";
    this.#onLimit();
  }

  /** No more text comes. Resolves when all is in sight. */
  async end(): Promise<void> {
    if (this.#state !== "over") {
      this.#pieces.push(this.#stream.end());
      this.#state = "ending";
      this.#plan();
    }
    await this.#done;
  }

  /** Shows nothing more. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#pieces = [];
    this.#waiting = "";
    this.#state = "over";
    this.#onDone();
  }

  #plan(): void {
    this.#cancel ??= this.#frames.next(() => this.#turn());
  }

  #turn(): void {
    this.#cancel = undefined;
    const start = this.#frames.now();
    if (start < this.#restUntil) return this.#plan();
    this.#waiting += this.#pieces.join("");
    this.#pieces = [];
    let place = 0;
    do {
      const end = endOfSlice(this.#waiting, place + SLICE);
      const slice = this.#waiting.slice(place, end);
      place = end;
      if (slice !== "") this.#show(slice);
    } while (place < this.#waiting.length && this.#frames.now() - start < TURN_MS);
    // The text may have been stopped by what it showed.
    if (this.#state === "over") return;
    this.#waiting = this.#waiting.slice(place);
    if (this.#waiting !== "") this.#restAfterDrawing(start);
    else if (this.#state === "ending") this.stop();
  }

  /** A long paragraph takes long to draw, which shows in when the next turn comes. */
  #restAfterDrawing(start: number): void {
    this.#cancel = this.#frames.next(() => {
      this.#cancel = undefined;
      const now = this.#frames.now();
      const tookMs = now - start;
      this.#restUntil = tookMs > 4 * TURN_MS ? now + tookMs * REST : 0;
      this.#plan();
    });
  }
}
