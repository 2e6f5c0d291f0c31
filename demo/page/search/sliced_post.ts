// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";
import type { SearchRequest } from "./messages.ts";

/** So many are copied in a few milliseconds. */
const SLICE = 1000;

/** Sends repositories to the worker piece by piece: the page answers between two pieces. */
export class SlicedPost {
  readonly #send: (request: SearchRequest) => void;
  #waiting: (readonly Repository[])[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (request: SearchRequest) => void) {
    this.#send = send;
  }

  /** The first piece goes at once: most lists are one. */
  add(repositories: readonly Repository[]): void {
    for (let start = 0; start === 0 || start < repositories.length; start += SLICE) {
      this.#waiting.push(repositories.slice(start, start + SLICE));
    }
    if (this.#timer === undefined) this.#sendNext();
  }

  /** Begins another list. */
  reset(): void {
    this.cancel();
    this.#send({ kind: "reset" });
  }

  /** What was not sent yet is forgotten. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #sendNext(): void {
    const [piece, ...rest] = this.#waiting;
    this.#waiting = rest;
    this.#timer = undefined;
    if (piece !== undefined) this.#send({ kind: "add", repositories: piece });
    if (rest.length === 0) this.#send({ kind: "whole" });
    else this.#timer = setTimeout(() => this.#sendNext());
  }
}
