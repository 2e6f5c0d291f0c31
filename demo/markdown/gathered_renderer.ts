// Copyright 2026 the Rivulet authors. MIT license.

import * as smd from "streaming-markdown";

/** What shows an answer. The one that cannot take back what it has shown leaves the two out. */
export interface AnswerRenderer extends smd.Renderer<undefined> {
  /** In place of `end_token`: nothing has closed it, so that the mark that began it is text. */
  giveUp?: (mark: string) => void;
  /** Takes back the block that ended last. */
  retract?: () => void;
}

const MARKS: ReadonlyMap<smd.Token, string> = new Map<smd.Token, string>([
  [smd.ITALIC_AST, "*"],
  [smd.ITALIC_UND, "_"],
  [smd.STRONG_AST, "**"],
  [smd.STRONG_UND, "__"],
]);

/**
 * Gathers the characters between two marks, so that the page gets them as one piece, and leaves
 * titles out of addresses.
 */
export class GatheredRenderer implements smd.Renderer<undefined> {
  readonly data = undefined;
  /** Whether what is written now can close emphasis. */
  isMark = false;
  readonly #renderer: AnswerRenderer;
  readonly #open: smd.Token[] = [];
  #text = "";

  constructor(renderer: AnswerRenderer) {
    this.#renderer = renderer;
  }

  readonly add_token = (_: undefined, type: smd.Token): void => {
    this.flush();
    this.#open.push(type);
    this.#renderer.add_token(undefined, type);
  };

  readonly end_token = (): void => {
    this.flush();
    const mark = MARKS.get(this.#open.pop()!);
    const { giveUp } = this.#renderer;
    if (mark !== undefined && !this.isMark && giveUp !== undefined) giveUp(mark);
    else this.#renderer.end_token(undefined);
  };

  readonly add_text = (_: undefined, text: string): void => {
    this.#text += text;
  };

  readonly set_attr = (_: undefined, attribute: smd.Attr, value: string): void => {
    this.flush();
    const isAddress = attribute === smd.HREF || attribute === smd.SRC;
    this.#renderer.set_attr(undefined, attribute, isAddress ? withoutTitle(value) : value);
  };

  /** Takes back the block that ended last. */
  retract(): void {
    this.flush();
    this.#renderer.retract?.();
  }

  /** No more comes. */
  end(): void {
    this.flush();
    this.isMark = false;
    while (MARKS.has(this.#open.at(-1)!)) this.end_token();
  }

  /** Hands on what is gathered. */
  flush(): void {
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    this.#renderer.add_text(undefined, text);
  }
}

/** `https://x.test "The title"`, and `<https://x.test>`. */
function withoutTitle(address: string): string {
  return address.trim().split(/\s/, 1)[0]!.replace(/^<(.*)>$/, "$1");
}
