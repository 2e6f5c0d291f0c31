// Copyright 2026 the Rivulet authors. MIT license.

import xterm from "@xterm/headless";

/** The lines of a real terminal's screen, and of what has scrolled off it, after these bytes. */
export async function realScreenOf(
  raw: string,
  { columns, rows = 24 }: { columns: number; rows?: number },
): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(raw, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: active.length },
    (_, index) => active.getLine(index)!.translateToString(true),
  );
  terminal.dispose();
  return lines;
}
