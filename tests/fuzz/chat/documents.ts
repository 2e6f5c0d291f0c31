// Copyright 2026 the Rivulet authors. MIT license.

/** JSON texts of several lines, in the middle of others. */
export class Documents {
  #text = "";

  get isOpen(): boolean {
    return this.#text !== "";
  }

  /** Takes a line, and gives the text if the line ends it. */
  add(line: string): string | undefined {
    if (!this.isOpen && !/^\s*(\{|\[\s*([[{"]|$))/.test(line)) return undefined;
    this.#text += `${line}\n`;
    // No text in JSON goes over the end of a line.
    const brackets = this.#text.replace(/"([^"\\\n]|\\.)*"?/g, "");
    const depth = brackets.split(/[[{]/).length - brackets.split(/[\]}]/).length;
    return depth > 0 ? undefined : this.drop();
  }

  /** Forgets the text that has begun. */
  drop(): string {
    const text = this.#text.trim();
    this.#text = "";
    return text;
  }
}
