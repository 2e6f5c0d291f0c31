// Copyright 2026 the Rivulet authors. MIT license.

import process from "node:process";
import { createInterface } from "node:readline";
import { PastedLines, withLineEnds } from "./pasted_lines.ts";

/** A terminal marks what is pasted, where it is asked to. */
const MARK_PASTES = "\x1b[?2004h";
const MARK_NO_PASTES = "\x1b[?2004l";

const MAX_LINES = 200;

/** Ctrl+C, where a text was to be changed. */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
}

/** Reads lines that a person edits, with the earlier ones at the arrow keys. */
export class LineReader {
  /** The newest first. */
  readonly #history: string[] = [];

  /**
   * The next line, in which pasted ones are one; undefined where the person ends (Ctrl+D). A `draft`
   * stands there from the start, and Ctrl+C rejects with an InterruptedError.
   */
  async read(prompt: string, signal: AbortSignal, draft?: string): Promise<string | undefined> {
    const { stdin, stdout } = process;
    const input = new PastedLines((mode) => stdin.setRawMode(mode));
    stdin.pipe(input);
    stdout.write(MARK_PASTES);
    const reader = createInterface({
      input,
      output: stdout,
      terminal: true,
      prompt,
      history: [...this.#history],
      historySize: MAX_LINES,
    });
    let isInterrupted = false;
    const line = await new Promise<string | undefined>((resolve) => {
      let read: string | undefined;
      reader.on("line", (text) => {
        read = text;
        reader.close();
      });
      // Ctrl+C gives up the line, and not the session.
      reader.on("SIGINT", () => {
        if (draft !== undefined) {
          isInterrupted = true;
          return reader.close();
        }
        stdout.write("^C\n");
        reader.write(null, { ctrl: true, name: "e" });
        reader.write(null, { ctrl: true, name: "u" });
        reader.prompt();
      });
      // It would send itself a signal, which is a permission, and `deno task` cannot be paused.
      reader.on("SIGTSTP", () => {});
      reader.on("close", () => resolve(read));
      signal.addEventListener("abort", () => reader.close(), { once: true });
      reader.prompt();
      if (draft !== undefined) reader.write(draft);
    });
    stdin.unpipe(input);
    stdin.pause();
    stdout.write(line === undefined ? `${MARK_NO_PASTES}\n` : MARK_NO_PASTES);
    if (isInterrupted) throw new InterruptedError();
    if (line === undefined) return undefined;
    if (line.trim() !== "" && line !== this.#history[0]) this.#history.unshift(line);
    return withLineEnds(line);
  }
}
