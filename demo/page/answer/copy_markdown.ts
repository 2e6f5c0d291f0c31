// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";

export function copyMarkdown(text: string, _matches: readonly Repository[]): string {
  return text;
}
