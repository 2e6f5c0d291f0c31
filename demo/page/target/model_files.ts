// Copyright 2026 the Rivulet authors. MIT license.

// To which model a file in the engine's caches belongs, by its address: the engine's own list of
// models is far too large to be loaded for this question.

/** Where the models of the engine's list come from. Others belong to other apps of this origin. */
const LISTED = /^https:\/\/huggingface\.co\/mlc-ai\/([^/]+-MLC)\/(?:resolve|raw)\//;
const LISTED_PROGRAMS = "https://raw.githubusercontent.com/mlc-ai/";

/** Models that differ in the size of a batch alone have the same files. */
export function folderOf(id: string): string {
  return id.replace(/-MLC-b\d+$/, "-MLC");
}

/** The folder of the model to which a file belongs; undefined where it is none of the list. */
export function listedFolder(url: string): string | undefined {
  if (url.startsWith(LISTED_PROGRAMS)) return programFolders(url).at(-1);
  return LISTED.exec(url)?.[1];
}

/**
 * Whether one of the models whose weights are here may need a program. What a model needs that is
 * not of the engine's list tells at most a program of its name.
 */
export function isNeeded(
  program: string,
  { weights, programs }: { weights: readonly string[]; programs: readonly string[] },
): boolean {
  return weights.some((url) => {
    const listed = LISTED.exec(url)?.[1];
    if (listed !== undefined) return programFolders(program).includes(listed);
    const folder = /\/([^/]+)\/(?:resolve|raw)\//.exec(url)?.[1] ?? "";
    const own = programs.filter((other) => programFolders(other).includes(folder));
    return own.length === 0 || own.includes(program);
  });
}

/** The folders of the models that a program is made for, by its name; the last one is the page's. */
function programFolders(url: string): string[] {
  const file = url.slice(url.lastIndexOf("/") + 1);
  const stem = file.endsWith(".wasm") && /^.+?-q\d+f\d+(?:_\d)?(?=[-_])/.exec(file)?.[0];
  if (!stem) return [];
  // These models share a program, which has the name of the oldest one.
  const names = stem.startsWith("Qwen2-0.5B") ? ["Qwen2", "Qwen2.5-Coder", "Qwen2.5"] : [];
  return [stem, ...names.map((name) => stem.replace("Qwen2", name))].map((name) => `${name}-MLC`);
}
