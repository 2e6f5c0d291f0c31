// Copyright 2026 the Rivulet authors. MIT license.

/** The first line of a README that runs a task, as a person copies it. */
export async function readCommand(task: string, folder: string): Promise<string> {
  const readme = await Deno.readTextFile(`${folder}/README.md`);
  const blocks = [...readme.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block = ""]) => block);
  const isWanted = new RegExp(`^npx .*\\btask (-q )?${task}\\b`);
  const [line] = blocks.join("").split("\n").filter((line) => isWanted.test(line));
  if (line !== undefined) return line;
  throw new Error(`README.md does not say how to run the task "${task}"`);
}
