// Copyright 2026 the Rivulet authors. MIT license.

// The page behind a loopback port. All test files share one build of it, the one that is kept.

import config from "../../deno.json" with { type: "json" };
import type { PageFile, PageFiles } from "../../demo/build/page_files.ts";
import { loadPage } from "../../demo/build/keep.ts";
import { keepOf } from "../../demo/build/page.ts";
import { withShell } from "../../demo/build/shell.ts";
import { pageHandler } from "../../demo/serve.ts";
import { mustRun, root } from "./commands.ts";

let loaded: Promise<PageFiles> | undefined;

/** The files of the page as they are published. */
export function pageFiles(): Promise<PageFiles> {
  return loaded ??= loadOrBuild();
}

async function loadOrBuild(): Promise<PageFiles> {
  // A build may bring its lock up to date, and is then of another version than it was kept for.
  for (let builds = 0; builds <= 2; builds++) {
    if (builds > 0) await build();
    const kept = await loadPage(await keepOf("public"));
    if (kept !== undefined) return kept;
  }
  throw new Error('Make ".rivulet" a folder that can be written, the tests keep the page there');
}

async function build(): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    // By its task, since the build needs a package that the tests do not.
    const [, ...command] = config.tasks["demo:build"].command.split(" ");
    await mustRun([Deno.execPath(), ...command, folder], root);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export interface PageServer extends AsyncDisposable {
  /** The address of the page, on localhost. */
  readonly url: string;
  readonly port: number;
}

/** Serves the page; `files` replaces some of its files, `others` are of another app beside it. */
export async function startPageServer(
  files: Record<string, PageFile> = {},
  others: Record<string, PageFile> = {},
): Promise<PageServer> {
  const served = new Map([...await pageFiles(), ...Object.entries(files)]);
  // It keeps no file that is otherwise than it was told.
  served.set("service_worker.js", withShell(served));
  const handler = pageHandler(served);
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const other = others[new URL(request.url).pathname.slice(1)];
    if (other === undefined) return handler(request);
    return new Response(other.contents, { headers: { "content-type": other.type } });
  });
  const { port } = server.addr;
  return {
    url: `http://localhost:${port}/`,
    port,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
