// Copyright 2026 the Rivulet authors. MIT license.

// The page in a folder, as its build leaves it there for a host of static files.

import { headersFile } from "../../demo/build/headers.ts";
import type { PageFiles } from "../../demo/build/page_files.ts";
import { withShell } from "../../demo/build/shell.ts";
import { pageFiles } from "./page_server.ts";

/** Puts a version of the page on the host, in the place of what was there. */
export async function publish(folder: string, files: PageFiles): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) await Deno.remove(`${folder}/${name}`);
  await Deno.writeTextFile(`${folder}/_headers`, headersFile());
  for (const [name, { contents }] of files) await Deno.writeFile(`${folder}/${name}`, contents);
}

/** The page as its next version might be: the part that comes late has another name. */
export async function nextVersion(): Promise<PageFiles> {
  const files = new Map(await pageFiles());
  const late = [...files.keys()].find((name) => /^late-.*\.js$/.test(name))!;
  files.set("late-NEXT.js", files.get(late)!);
  files.delete(late);
  const main = files.get("main.js")!;
  const text = new TextDecoder().decode(main.contents).replaceAll(late, "late-NEXT.js");
  files.set("main.js", { ...main, contents: new TextEncoder().encode(text) });
  files.set("service_worker.js", withShell(files));
  return files;
}
