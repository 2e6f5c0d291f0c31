// Copyright 2026 the Rivulet authors. MIT license.

import { styleText } from "node:util";
import { readVariable } from "./variables.ts";

/** How a text can look. */
export type Style = "bold" | "cyan" | "dim" | "italic" | "strikethrough";

/** One of the two ways out of a program. */
export interface Output {
  /** Throws an OutputError where the text does not get out. */
  write(text: string): void;
  readonly isTerminal: boolean;
  /** The columns of the terminal; undefined where nothing has to fit. */
  readonly width: number | undefined;
  /** Text in a style, where the output shows any. */
  style(style: Style | Style[], text: string): string;
  readonly hasStyles: boolean;
  /** Text that leads to an address, where the terminal has links. */
  link(text: string, url: string): string;
  readonly hasLinks: boolean;
}

/** What was written did not get out. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  /** Whether the reader has seen enough, as `head` does. */
  readonly isClosed: boolean;

  constructor(cause: unknown) {
    super(`Cannot write the output: ${reasonOf(cause)}`, { cause });
    this.isClosed = cause instanceof Deno.errors.BrokenPipe;
  }
}

/** An output of this process. */
export function processOutput(
  stream: { writeSync(bytes: Uint8Array): number; isTerminal(): boolean },
): Output {
  const isTerminal = stream.isTerminal();
  const hasColour = isTerminal && !Deno.noColor;
  const hasLinks = isTerminal && terminalHasLinks();
  return {
    isTerminal,
    hasStyles: hasColour,
    hasLinks,
    get width() {
      return isTerminal ? Deno.consoleSize().columns || undefined : undefined;
    },
    write: (text) => writeAll(stream, text),
    // Whether the stream shows styles is known here, with fewer permissions than Node's own look.
    style: (style, text) => hasColour ? styleText(style, text, { validateStream: false }) : text,
    link: (text, url) => hasLinks ? `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\` : text,
  };
}

/** The reason of a failed read or write, without its place in the program. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/ \(os error.*$/s, "");
}

function writeAll(to: { writeSync(bytes: Uint8Array): number }, text: string): void {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(to.writeSync(rest));
  } catch (cause) {
    throw new OutputError(cause);
  }
}

/**
 * Whether the terminal is one that makes links of OSC 8. The packages that know more ask for twenty
 * variables, and each is a permission.
 */
function terminalHasLinks(): boolean {
  return readVariable("WT_SESSION") !== undefined ||
    Number(readVariable("VTE_VERSION")) >= 5000 ||
    /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|rio|zed)$/.test(
      readVariable("TERM_PROGRAM") ?? "",
    ) ||
    /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)/.test(readVariable("TERM") ?? "");
}
