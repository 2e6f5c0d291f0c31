// Copyright 2026 the Rivulet authors. MIT license.

import { shownText } from "../../stars/shown_text.ts";

/** What the characters behind it may change: half a pair, a joiner, a picture, a joined letter. */
const OPEN =
  // deno-lint-ignore no-control-regex -- the start of a terminal's command is one of them
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}\u001b\r\u200c\u200d0-9#*]/u;
const HALF = /^[\ud800-\udbff]$/;

/** No character of several parts is longer. */
const MAX_OPEN = 16;

/** What can be seen of a text that comes in pieces, wherever they are cut. */
export class ShownStream {
  #held = "";

  push(text: string): string {
    const whole = this.#held + text;
    let end = whole.length;
    while (end > 0 && whole.length - end < MAX_OPEN) {
      const [last = ""] = [...whole.slice(Math.max(0, end - 2), end)].slice(-1);
      if (!OPEN.test(last) && !HALF.test(last)) break;
      end -= last.length;
    }
    this.#held = whole.slice(end);
    return shownText(whole.slice(0, end));
  }

  /** No more text comes. */
  end(): string {
    const rest = this.#held;
    this.#held = "";
    return shownText(rest);
  }
}
