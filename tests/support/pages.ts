// Copyright 2026 the Rivulet authors. MIT license.

import { root } from "./commands.ts";

/** The pages of docs/, by their paths in the project. */
export const docs: readonly string[] = Array.from(
  Deno.readDirSync(new URL("docs/", root)),
  ({ name }) => `docs/${name}`,
);

/** All that is written for people to read. */
export const pages: readonly string[] = [
  "README.md",
  "BENCHMARKS.md",
  "CHANGELOG.md",
  ".github/CONTRIBUTING.md",
  ".github/SECURITY.md",
  "tests/cases/README.md",
  ...docs,
];
