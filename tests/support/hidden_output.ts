// Copyright 2026 the Rivulet authors. MIT license.

import type { Output } from "../../demo/terminal/output.ts";

/** A terminal that nobody sees. */
export function hiddenOutput(
  { hasStyles = true, hasLinks = true, write = () => {} }: Partial<Output> = {},
): Output {
  return {
    write,
    isTerminal: true,
    width: 80,
    style: (_, text) => hasStyles ? `\x1b[1m${text}\x1b[22m` : text,
    hasStyles,
    link: (text, url) => hasLinks ? `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\` : text,
    hasLinks,
  };
}
