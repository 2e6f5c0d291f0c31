// Copyright 2026 the Rivulet authors. MIT license.

// The page behind a loopback port. All test files share one build of it, the one that is kept.

import config from "../../deno.json" with { type: "json" };
import type { PageFile, PageFiles } from "../../demo/build/bundle.ts";
import { loadPage } from "../../demo/build/keep.ts";
import { keepOf } from "../../demo/build/page.ts";
import { pageHandler } from "../../demo/serve.ts";
import { mustRun, root } from "./commands.ts";

let loaded: Promise<PageFiles> | undefined;

/** The files of the page as they are published. */
export function pageFiles(): Promise<PageFiles> {
  return loaded ??= loadOrBuild();
}

async function loadOrBuild(): Promise<PageFiles> {
  const keep = await keepOf("public");
  const kept = await loadPage(keep);
  if (kept !== undefined) return kept;
  const folder = await Deno.makeTempDir();
  try {
    // By its task, since the build needs a package that the tests do not.
    const [, ...command] = config.tasks["demo:build"].command.split(" ");
    await mustRun([Deno.execPath(), ...command, folder], root);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const built = await loadPage(keep);
  if (built === undefined) throw new Error(`Make "${keep.folder.pathname}" writable, for the page`);
  return built;
}

export interface PageServer extends AsyncDisposable {
  /** The address of the page, on localhost. */
  readonly url: string;
  readonly port: number;
}

/** Serves the page; `files` replaces some of its files. */
export async function startPageServer(files: Record<string, PageFile> = {}): Promise<PageServer> {
  const handler = pageHandler(new Map([...await pageFiles(), ...Object.entries(files)]));
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, handler);
  const { port } = server.addr;
  return {
    url: `http://localhost:${port}/`,
    port,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
