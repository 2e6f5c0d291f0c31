// Copyright 2026 the Rivulet authors. MIT license.

import * as smd from "streaming-markdown";

/**
 * Gathers the characters between two marks, so that the page gets them as one piece, and leaves
 * titles out of addresses.
 */
export class GatheredRenderer implements smd.Renderer<undefined> {
  readonly data = undefined;
  readonly #renderer: smd.Renderer<undefined>;
  #text = "";

  constructor(renderer: smd.Renderer<undefined>) {
    this.#renderer = renderer;
  }

  readonly add_token = (_: undefined, type: smd.Token): void => {
    this.flush();
    this.#renderer.add_token(undefined, type);
  };

  readonly end_token = (): void => {
    this.flush();
    this.#renderer.end_token(undefined);
  };

  readonly add_text = (_: undefined, text: string): void => {
    this.#text += text;
  };

  readonly set_attr = (_: undefined, attribute: smd.Attr, value: string): void => {
    this.flush();
    const isAddress = attribute === smd.HREF || attribute === smd.SRC;
    this.#renderer.set_attr(undefined, attribute, isAddress ? withoutTitle(value) : value);
  };

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
