// Copyright 2026 the Rivulet authors. MIT license.

// Servers that read the path of a request each in their own way, and most of them letter by letter.

import frameworks from "../recipes/project/package.json" with { type: "json" };
import { mustRun, runCommand } from "../support/commands.ts";
import type { Place } from "./place.ts";

/** A server of `servers/`, which prints its port. */
export interface StrictServer {
  readonly name: string;
  /** What starts it in a place of Node, or undefined where this machine lacks what it needs. */
  command(place: Place): Promise<string[] | undefined>;
}

const { express, hono, "@hono/node-server": honoServer } = frameworks.dependencies;

/** The packages of npm that some of them are made of. */
export const serverPackages: Readonly<Record<string, string>> = {
  express,
  hono,
  "@hono/node-server": honoServer,
};

/** All servers; Go's comes first, since it takes longest to be built. */
export const strictServers: readonly StrictServer[] = [
  { name: "Go's net/http", command: goCommand },
  python("Python's http.server", ["http.server"], ["http_server.py"]),
  python("uvicorn with h11", ["uvicorn", "h11"], ["asgi.py", "h11"]),
  python("uvicorn with httptools", ["uvicorn", "httptools"], ["asgi.py", "httptools"]),
  python("hypercorn", ["hypercorn"], ["asgi.py", "hypercorn"]),
  python("tornado", ["tornado"], ["tornado_server.py"]),
  python("aiohttp", ["aiohttp"], ["aiohttp_server.py"]),
  node("node:http", "node_http.mjs"),
  node("Express", "express.mjs"),
  node("Hono", "hono.mjs"),
];

const FOLDER = new URL("./servers/", import.meta.url);

/** The second one is that of Debian's packages, which another Python may hide. */
const PYTHONS = ["python3", "/usr/bin/python3"];

function python(name: string, modules: readonly string[], args: readonly string[]): StrictServer {
  const [file = "", ...rest] = args;
  return {
    name,
    async command() {
      for (const program of PYTHONS) {
        const imports = modules.map((module) => `import ${module}`).join("; ");
        if (await succeeds([program, "-c", imports])) {
          return [program, "-B", new URL(file, FOLDER).pathname, ...rest];
        }
      }
    },
  };
}

/** In the folder of the place, where its packages are. */
function node(name: string, file: string): StrictServer {
  return {
    name,
    async command({ folder, command }) {
      for (const each of [file, "answers.mjs"]) {
        await Deno.copyFile(new URL(each, FOLDER), `${folder}/${each}`);
      }
      return command([], `${folder}/${file}`);
    },
  };
}

async function goCommand({ folder }: Place): Promise<string[] | undefined> {
  if (!await succeeds(["go", "version"])) return undefined;
  const built = `${folder}/net_http`;
  const source = new URL("net_http.go", FOLDER).pathname;
  // Without C, which it can do without, it is built in less time.
  await mustRun(["go", "build", "-o", built, source], folder, { env: { CGO_ENABLED: "0" } });
  return [built];
}

async function succeeds(command: string[]): Promise<boolean> {
  try {
    return (await runCommand(command, FOLDER)).ok;
  } catch {
    return false; // there is no such program
  }
}
