// Copyright 2026 the Rivulet authors. MIT license.

import { exportRepositories } from "../../stars/export.ts";
import type { ExportDocument } from "../../stars/export_formats.ts";
import type { Repository } from "../../stars/repository.ts";

/** Hands repositories to the person as a file; `name` has no ending. */
export function saveList(
  repositories: readonly Repository[],
  { name, format: { id, extension, type } }: { name: string; format: ExportDocument },
): void {
  const text = exportRepositories(repositories, id);
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.${extension}`;
  link.click();
  // The download has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
