// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { EXPORT_FORMATS, type ExportDocument } from "../../stars/export_formats.ts";
import { usePage } from "../core/page.ts";
import { formatCount } from "../messages/format.ts";
import { saveList } from "./save_list.ts";
import { Button } from "../parts/button.tsx";

/** Writes the matches, or the whole list, into a file. */
export function ExportActions(): JSX.Element {
  const { state, search } = usePage();
  const total = state.found.value?.total ?? 0;
  const { repositories, title } = state.collection.value;
  const name = title.replace(/^@/, "").toLowerCase();

  async function saveMatches(format: ExportDocument): Promise<void> {
    const found = await search.search({
      question: state.searched.peek(),
      filters: state.filters.peek(),
      sort: state.sort.peek(),
      meaning: undefined,
      limit: total,
    });
    saveList(found.repositories, { name: `${name}-matches`, format });
  }

  /** What was asked for and does not come is told. */
  async function told(work: () => void | Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      state.pageTrouble.value = `The file could not be written: ${(error as Error).message}`;
    }
  }
  return (
    <>
      {total > 0 && total < repositories.length && (
        <Formats
          what="Matches"
          count={total}
          onPick={(format) => told(() => saveMatches(format))}
        />
      )}
      <Formats
        what="All"
        count={repositories.length}
        onPick={(format) => told(() => saveList(repositories, { name, format }))}
      />
    </>
  );
}

/** The formats in a row, below what is written in them. */
function Formats(
  { what, count, onPick }: {
    what: string;
    count: number;
    onPick: (format: ExportDocument) => void;
  },
): JSX.Element {
  return (
    <>
      <p class="menu-title">{what} · {formatCount(count)}</p>
      <div class="formats">
        {EXPORT_FORMATS.map((format) => (
          <Button
            key={format.id}
            aria-label={`${what} as ${format.words}`}
            onClick={() => onPick(format)}
          >
            {format.words}
          </Button>
        ))}
      </div>
    </>
  );
}
