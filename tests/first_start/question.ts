// Copyright 2026 the Rivulet authors. MIT license.

// What a first question in the terminal downloads.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Machine, startTask } from "./machine.ts";

/** A question finds its matches; afterwards nothing but what the lock names is in Deno's cache. */
export async function checkQuestion(machine: Machine): Promise<void> {
  const program = await startTask("chat", { machine });
  const { code, stdout, stderr } = await program.output();
  const decoder = new TextDecoder();
  if (code !== 0) throw new Error(decoder.decode(stderr));
  assertStringIncludes(decoder.decode(stdout), "BurntSushi/ripgrep");
  const { npm } = JSON.parse(await Deno.readTextFile(`${machine.cwd}/deno.lock`));
  const locked = Object.keys(npm).map((id) => id.replace(/(?<=.)@.*/, ""));
  assertEquals((await listPackages(`${machine.denoDir}/npm`)).sort(), locked.sort());
}

/** The names of the packages in the cache, below the folder of each registry. */
async function listPackages(folder: string): Promise<string[]> {
  const registries = await listNames(folder);
  const names: string[] = [];
  for (const registry of registries) {
    for (const name of await listNames(`${folder}/${registry}`)) {
      const inScope = name.startsWith("@") ? await listNames(`${folder}/${registry}/${name}`) : [];
      names.push(...(inScope.length > 0 ? inScope.map((inner) => `${name}/${inner}`) : [name]));
    }
  }
  return names;
}

async function listNames(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
}
