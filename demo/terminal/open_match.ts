// Copyright 2026 the Rivulet authors. MIT license.

import { pageOf, type Repository } from "../stars/repository.ts";
import { openInBrowser } from "./browser.ts";
import { EXIT } from "./exit.ts";
import type { KeptFiles } from "./kept_files.ts";
import { lastMatches } from "./last_matches.ts";
import type { Output } from "./output.ts";
import { plainLine } from "./plain_text.ts";
import type { Report } from "./report.ts";

/**
 * Opens a match in the browser, and writes its address where there is no terminal, or no browser; of
 * the last run where there are none. Returns the exit code.
 */
export async function openMatch(
  number: number,
  matches: readonly Repository[],
  { files, out, report }: { files: KeptFiles; out: Output; report: Report },
): Promise<number> {
  const pages = matches.length > 0 ? matches.map(pageOf) : await lastMatches(files);
  const page = pages[number - 1];
  if (page === undefined) {
    report.note(
      pages.length === 0
        ? "No matches are kept. Add a question to --open."
        : `There is no match ${number}, only ${pages.length}.`,
    );
    return EXIT.noMatch;
  }
  if (out.isTerminal && await openInBrowser(page)) {
    report.note(`Opened ${plainLine(page)} in the browser.`);
  } else {
    out.write(`${plainLine(page)}\n`);
  }
  return EXIT.ok;
}
