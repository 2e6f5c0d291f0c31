// Copyright 2026 the Rivulet authors. MIT license.

import type { Result } from "../result.ts";
import { configured } from "../script.ts";
import type { Session } from "../session.ts";

const IMPORTS = { "Rivulet": "rivulet", "empty module": "nothing", "openai": "openai" };

/** The time of a program that does nothing but import. */
export async function start(session: Session): Promise<Result[]> {
  const figures = new Map<string, number[]>(Object.keys(IMPORTS).map((name) => [name, []]));
  // The first round fills the caches, as the first start at a user's does.
  for (let round = 0; round <= session.size(31, 1); round++) {
    for (const [name, file] of Object.entries(IMPORTS)) {
      const milliseconds = await timeRun(`imports/${file}.ts`);
      if (round > 0) figures.get(name)!.push(milliseconds);
    }
  }
  return [{
    metric: "deno run of an import of mod.ts",
    unit: "ms",
    figures,
    targets: [{ against: "empty module", atMost: 1.4 }, { against: "openai", atMost: 0.6 }],
  }];
}

async function timeRun(file: string): Promise<number> {
  const args = ["run", "--quiet", "--no-check", ...configured(file)];
  const begin = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), { args, stderr: "null" }).output();
  if (!success) throw new Error(`Cannot run "${file}"`);
  return performance.now() - begin;
}
