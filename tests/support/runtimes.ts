// Copyright 2026 the Rivulet authors. MIT license.

// Node of each line of versions, and Bun: the machine's own Node, the others from npm.

import { arch, platform } from "node:process";
import { root, runCommand } from "./commands.ts";

const NODE_VERSIONS = ["20.20.2", "22.23.3", "24.21.0"];
const BUN_VERSION = "1.4.5";

/** A runtime beside Deno. */
export interface Runtime {
  readonly kind: "Node" | "Bun";
  readonly version: string;
  /** Its kind and version, for people. */
  readonly name: string;
  /** The path of its program; undefined where it cannot be had on this machine. */
  readonly program: string | undefined;
}

/** What a runtime is asked about itself: its program, since npx takes longer than most programs. */
const ABOUT_ITSELF =
  "console.log(JSON.stringify([process.versions.bun ?? process.versions.node, process.execPath]))";

/** The machine's Node, a Node of each other line of versions, and Bun; or some, by their names. */
export async function findRuntimes(
  isWanted: (name: string) => boolean = () => true,
): Promise<Runtime[]> {
  const own = await findProgram(["node"]);
  const others = NODE_VERSIONS.filter((version) => majorOf(version) !== majorOf(own?.version));
  // The package of one platform is the program itself and needs no script to install it.
  const nodePackage = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  const known: { kind: Runtime["kind"]; version: string; from?: string }[] = [
    ...own === undefined ? [] : [{ kind: "Node" as const, version: own.version }],
    ...others.map((version) => ({ kind: "Node" as const, version, from: nodePackage })),
    { kind: "Bun", version: BUN_VERSION, from: "bun" },
  ];
  const wanted = known.map((each) => ({ ...each, name: `${each.kind} ${each.version}` }))
    .filter(({ name }) => isWanted(name));
  return await Promise.all(wanted.map(async ({ kind, name, version, from }) => {
    const npx = ["npx", "--yes", `--package=${from}@${version}`, kind.toLowerCase()];
    const found = from === undefined ? own : await findProgram(npx);
    const program = found?.version === version ? found.program : undefined;
    return { kind, name, version, program };
  }));
}

/** The line of versions that a version is of. */
function majorOf(version: string | undefined): string | undefined {
  return version?.split(".")[0];
}

async function findProgram(
  command: string[],
): Promise<{ version: string; program: string } | undefined> {
  try {
    const { ok, stdout } = await runCommand([...command, "-e", ABOUT_ITSELF], root);
    if (!ok) return undefined;
    const [version, program] = JSON.parse(stdout);
    return { version, program };
  } catch {
    return undefined; // there is no such program
  }
}
