// Copyright 2026 the Rivulet authors. MIT license.

import { MarkdownWriter } from "../../markdown/writer.ts";
import { MarkdownRenderer } from "./markdown_renderer.ts";
import type { Sources } from "./sources.ts";

/**
 * Shows an answer while it comes: it only ever appends, so that nothing that has been read moves.
 */
export class StreamedMarkdown {
  readonly #root: HTMLElement;
  readonly #renderer: MarkdownRenderer;
  readonly #writer: MarkdownWriter;
  #isPlain = false;
  #isOver = false;

  constructor(root: HTMLElement, sources: Sources) {
    this.#root = root;
    this.#renderer = new MarkdownRenderer(root, sources);
    this.#writer = new MarkdownWriter(this.#renderer);
  }

  write(text: string): void {
    if (this.#isPlain) return this.#root.append(text);
    try {
      this.#writer.write(text);
    } catch {
      // The parser has limits, such as lists nested 20 deep. The words matter more than their
      // shape.
      this.#isPlain = true;
      this.#root.classList.add("plain");
      this.#root.append(text);
    }
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isPlain) return;
    this.#writer.end();
    this.#renderer.finish();
  }
}
