// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Writes the page into a folder, for any static host: `deno task demo:build`.
 *
 * @module
 */

import { join } from "node:path";
import { headersFile } from "./headers.ts";
import { getPage } from "./page.ts";
import { runProgram, say } from "./say.ts";
import { shrink } from "./shrink.ts";

await runProgram(async () => {
  const [folder = "dist/page"] = Deno.args;
  const files = await getPage({ shrink });
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, { contents }] of files) await Deno.writeFile(join(folder, name), contents);
  await Deno.writeTextFile(join(folder, "_headers"), headersFile());
  say(`${files.size + 1} files in ${folder}: put them on any static host`);
});
