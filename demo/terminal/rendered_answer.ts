// Copyright 2026 the Rivulet authors. MIT license.

import { MarkdownWriter } from "../markdown/writer.ts";
import { AnsiRenderer } from "./ansi_renderer.ts";
import { type Output, OutputError } from "./output.ts";

/** Shows the Markdown of an answer while it comes: it only ever appends. */
export class RenderedAnswer {
  readonly #renderer: AnsiRenderer;
  readonly #writer: MarkdownWriter;
  #isPlain = false;

  constructor(output: Output, place: { width: number; write: (text: string) => void }) {
    this.#renderer = new AnsiRenderer(output, place);
    this.#writer = new MarkdownWriter(this.#renderer);
  }

  /** The column behind what has been written. */
  get column(): number {
    return this.#renderer.column;
  }

  push(text: string): void {
    this.#try(() => this.#writer.write(text), text);
  }

  end(): void {
    this.#try(() => this.#writer.end(), "");
    this.#renderer.finish();
  }

  /** The parser has limits, such as lists nested 20 deep. The words matter more than their shape. */
  #try(write: () => void, text: string): void {
    if (this.#isPlain) return this.#renderer.plain(text);
    const restore = silenceAssertions();
    try {
      write();
    } catch (error) {
      if (error instanceof OutputError) throw error;
      this.#isPlain = true;
      this.#renderer.plain(text);
    } finally {
      restore();
    }
  }
}

/** The parser says on the screen what it has not expected, such as rows without a head. */
function silenceAssertions(): () => void {
  const target = console;
  const { assert } = target;
  target.assert = () => {};
  return () => target.assert = assert;
}
