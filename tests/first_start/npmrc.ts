// Copyright 2026 the Rivulet authors. MIT license.

/** Whether npm is told never to ask, as images of machines set it; otherwise it is told nothing. */
export type Npmrc = "" | "yes=false";

/** What would count more than an npmrc: whoever runs this, or an npx that has started it, sets it. */
const OVERRULING = /^npm_config_(cache|userconfig|yes)$/i;

/** The environment of this machine without its own npm. */
export function withoutNpm(): Record<string, string> {
  const entries = Object.entries(Deno.env.toObject()).filter(([name]) => !OVERRULING.test(name));
  return Object.fromEntries(entries);
}

/** Writes an npmrc: what this machine needs to reach its registry, and what it says of questions. */
export async function writeNpmrc(path: string, npmrc: Npmrc): Promise<void> {
  const lines = (await readOwn()).split("\n").filter((line) => !/^\s*yes\s*(=|$)/.test(line));
  await Deno.writeTextFile(path, [...lines, npmrc, ""].join("\n"));
}

async function readOwn(): Promise<string> {
  const { env } = Deno;
  const named = env.get("NPM_CONFIG_USERCONFIG") ?? env.get("npm_config_userconfig");
  try {
    return await Deno.readTextFile(named ?? `${env.get("HOME")}/.npmrc`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
