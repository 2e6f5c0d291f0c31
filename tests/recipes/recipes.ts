// Copyright 2026 the Rivulet authors. MIT license.

/** A file of a recipe, as docs/recipes.md shows it. */
export interface RecipeFile {
  /** The comment in its first line. */
  readonly path: string;
  readonly text: string;
}

/** The files of all recipes, in the order of the document. */
export async function readRecipes(): Promise<RecipeFile[]> {
  const document = await Deno.readTextFile(new URL("../../docs/recipes.md", import.meta.url));
  return document.matchAll(/```ts ignore\n\/\/ (\S+)\n([^]*?)```/g)
    .map(([, path = "", text = ""]) => ({ path, text }))
    .toArray();
}

/** The text with the addresses of the test: all that is changed in it. */
export function withAddresses(
  text: string,
  { model, port }: { model: string; port: number },
): string {
  return text.replaceAll(/http:\/\/localhost:(?:11434|1234)/g, model)
    .replace(/(?<=port: |listen\()8000\b/, String(port));
}
