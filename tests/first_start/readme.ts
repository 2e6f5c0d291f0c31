// Copyright 2026 the Rivulet authors. MIT license.

/** The line of a README that runs a task, as a person copies it. */
export async function readCommand(task: string, folder: string): Promise<string> {
  const readme = await Deno.readTextFile(`${folder}/README.md`);
  const blocks = [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = ""]) => block);
  const isWanted = new RegExp(`\\btask ${task}\\b`);
  const [line, ...others] = blocks.join("").split("\n").filter((line) => isWanted.test(line));
  if (line !== undefined && others.length === 0) return line;
  throw new Error(`README.md does not say once how to run the task "${task}"`);
}
