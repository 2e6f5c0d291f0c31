// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Serves the page on this machine: `deno task demo`.
 *
 * @module
 */

import { buildPage, CONTENT_SECURITY_POLICY, type PageFile } from "./build.ts";

const FIRST_PORT = 8000;
const LAST_PORT = 8099;

const HEADERS = {
  "Content-Security-Policy": `${CONTENT_SECURITY_POLICY}; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  // The scripts keep their names from one version to the next.
  "Cache-Control": "no-cache",
};

/** Answers requests for the files of the page. */
export function pageHandler(files: ReadonlyMap<string, PageFile>): (request: Request) => Response {
  return ({ url, method }) => {
    const { pathname } = new URL(url);
    const file = files.get(pathname === "/" ? "index.html" : pathname.slice(1));
    if (file === undefined) return new Response("Not found", { status: 404, headers: HEADERS });
    const body = method === "HEAD" ? null : file.contents;
    return new Response(body, { headers: { ...HEADERS, "Content-Type": file.type } });
  };
}

/** Listens on the first free port, for this machine only. */
function serveOnFreePort(handler: (request: Request) => Response): Deno.HttpServer<Deno.NetAddr> {
  for (let port = FIRST_PORT;; port++) {
    try {
      return Deno.serve({ hostname: "127.0.0.1", port, onListen: announce }, handler);
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse) || port === LAST_PORT) throw error;
    }
  }
}

/** `localhost` and not the number: Ollama and the browser treat both alike, and people know it. */
function announce({ port }: Deno.NetAddr): void {
  const lines = [
    `Ask your stars: http://localhost:${port}`,
    "Ollama accepts this address as it is.",
    "",
  ];
  Deno.stdout.writeSync(new TextEncoder().encode(lines.join("\n")));
}

if (import.meta.main) {
  const files = await buildPage({ isPublic: false });
  await serveOnFreePort(pageHandler(files)).finished;
}
