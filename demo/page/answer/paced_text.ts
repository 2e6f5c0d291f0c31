// Copyright 2026 the Rivulet authors. MIT license.

export const ANSWER_LIMIT = 1_000_000;

export class PacedText {
  readonly #show: (text: string) => void;
  text = "";
  constructor(show: (text: string) => void, _: { onLimit(): void }) {
    this.#show = show;
  }
  push(text: string): void {
    this.text += text;
    this.#show(text);
  }
  end(): Promise<void> {
    return Promise.resolve();
  }
  stop(): void {}
}
