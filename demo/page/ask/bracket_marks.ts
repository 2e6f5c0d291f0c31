// Copyright 2026 the Rivulet authors. MIT license.

/** `【1†source】`, as some models cite. */
const MARK = /【\s?(\d{1,3})(?:[:†][^【】\n]*)?】/g;

/** No such mark is longer. */
const MAX_MARK = 100;

/** Writes the citations of some models as `[1]`, in a text that comes in pieces. */
export class BracketMarks {
  #held = "";

  push(text: string): string {
    const whole = this.#held + text;
    const open = whole.lastIndexOf("【");
    const isOpen = open >= 0 && whole.length - open <= MAX_MARK &&
      !/[】\n]/.test(whole.slice(open));
    const end = isOpen ? open : whole.length;
    this.#held = whole.slice(end);
    return whole.slice(0, end).replace(MARK, "[$1]");
  }

  /** No more text comes. */
  end(): string {
    const rest = this.#held;
    this.#held = "";
    return rest;
  }
}
