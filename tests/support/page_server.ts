// Copyright 2026 the Rivulet authors. MIT license.

// The page behind a loopback port. It is built once for all tests of a file.

import { buildPage, type PageFile } from "../../demo/build.ts";
import { pageHandler } from "../../demo/serve.ts";

let built: Promise<Map<string, PageFile>> | undefined;

/** The files of the page as they are published. */
export function pageFiles(): Promise<Map<string, PageFile>> {
  return built ??= buildPage({ isPublic: true });
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
