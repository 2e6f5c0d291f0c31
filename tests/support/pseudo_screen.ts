// Copyright 2026 the Rivulet authors. MIT license.

/** The lines of a screen after these bytes, as far as this program moves about on one. */
export function screenOf(raw: string): string[] {
  return raw
    .replace(STYLES, "")
    .split("\r\n")
    .map((line) => line.split("\r").reduce(overwrite, ""));
}

// deno-lint-ignore no-control-regex -- these are what a terminal gets
const STYLES = /\x1b\[[\d;]*m|\x1b\]8;;.*?\x1b\\|\x1b\[(?:0G|2K|J)/g;
const ERASE_REST = "\x1b[K";

function overwrite(line: string, text: string): string {
  const [written = "", ...rest] = text.split(ERASE_REST);
  return rest.length > 0 ? written + rest.join("") : written + line.slice(written.length);
}
