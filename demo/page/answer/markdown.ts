// Copyright 2026 the Rivulet authors. MIT license.

import * as smd from "streaming-markdown";
import { MarkdownRenderer } from "./markdown_renderer.ts";
import type { Sources } from "./sources.ts";

/**
 * Shows an answer while it comes: it only ever appends, so that nothing that has been read moves.
 */
export class StreamedMarkdown {
  readonly #root: HTMLElement;
  readonly #renderer: MarkdownRenderer;
  readonly #parser: smd.Parser;
  #waiting = "";
  #frame: number | undefined;
  #isPlain = false;

  constructor(root: HTMLElement, sources: Sources) {
    this.#root = root;
    this.#renderer = new MarkdownRenderer(root, sources);
    this.#parser = smd.parser(this.#renderer);
  }

  /** Tokens of one frame are shown together. */
  write(text: string): void {
    this.#waiting += text;
    this.#frame ??= requestAnimationFrame(() => this.#flush());
  }

  end(): void {
    this.#flush();
    if (this.#isPlain) return;
    smd.parser_end(this.#parser);
    this.#renderer.finish();
  }

  #flush(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const text = this.#waiting;
    this.#waiting = "";
    if (this.#isPlain) return this.#root.append(text);
    try {
      smd.parser_write(this.#parser, text);
    } catch {
      // The parser has limits, such as lists nested 20 deep. The words matter more than their
      // shape.
      this.#isPlain = true;
      this.#root.classList.add("plain");
      this.#root.append(text);
    }
  }
}
