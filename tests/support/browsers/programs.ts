// Copyright 2026 the Rivulet authors. MIT license.

/** The first of these paths at which there is a file. */
export function findProgram(...paths: readonly string[]): string | undefined {
  return paths.find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
