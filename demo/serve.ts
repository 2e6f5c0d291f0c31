// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Serves the page on this machine: `deno task demo`.
 *
 * @module
 */

import type { PageFiles } from "./build/page_files.ts";
import { headersOf } from "./build/headers.ts";
import { getPage } from "./build/page.ts";
import { runProgram, say } from "./build/say.ts";

const FIRST_PORT = 8000;
const LAST_PORT = 8099;

/** Answers requests for the files of the page. */
export function pageHandler(files: PageFiles): (request: Request) => Response {
  return ({ url, method }) => {
    const { pathname } = new URL(url);
    const name = pathname === "/" ? "index.html" : pathname.slice(1);
    const file = files.get(name);
    const headers = headersOf(name);
    if (file === undefined) return new Response("Not found", { status: 404, headers });
    headers.set("Content-Type", file.type);
    return new Response(method === "HEAD" ? null : file.contents, { headers });
  };
}

/** Listens on the first free port, for this machine only. */
function serveOnFreePort(handler: (request: Request) => Response): Deno.HttpServer<Deno.NetAddr> {
  for (let port = FIRST_PORT;; port++) {
    try {
      return Deno.serve({ hostname: "127.0.0.1", port, onListen: announce }, handler);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      if (port === LAST_PORT) {
        throw new Error(
          `Free a port from ${FIRST_PORT} to ${LAST_PORT} and start again, all of them are taken`,
          { cause: error },
        );
      }
    }
  }
}

/** Whoever names a port, say, is not to wait at it. */
function refuseArguments(args: readonly string[]): void {
  if (args.length === 0) return;
  throw new Error(
    `Leave out "${args.join(" ")}", the page takes the first free port from ${FIRST_PORT} on`,
  );
}

/**
 * The bundler has read the project and Deno's packages; all that is served is in memory. From the
 * first request on, nothing on this machine can be read or written, whatever is asked for.
 */
function stopReading(): void {
  Deno.permissions.revokeSync({ name: "read" });
  Deno.permissions.revokeSync({ name: "write" });
}

/** `localhost` and not the number: Ollama and the browser treat both alike, and people know it. */
function announce({ port }: Deno.NetAddr): void {
  say(`Ask your stars: http://localhost:${port}`);
  say("Ollama accepts this address as it is.");
}

if (import.meta.main) {
  await runProgram(async () => {
    refuseArguments(Deno.args);
    const files = await getPage();
    stopReading();
    await serveOnFreePort(pageHandler(files)).finished;
  });
}
