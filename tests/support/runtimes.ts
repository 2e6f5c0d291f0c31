// Copyright 2026 the Rivulet authors. MIT license.

// Node of each line of versions, and Bun: the machine's own Node, the others from npm.

import { arch, platform } from "node:process";
import { root, runCommand } from "./commands.ts";

const NODE_VERSIONS = ["20.20.2", "22.23.3", "24.21.0"];
const BUN_VERSION = "1.4.5";

/** The package of one platform is the program itself and needs no script to install it. */
const NODE_PACKAGE = `node-${platform === "win32" ? "win" : platform}-${arch}`;

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
  const known: { kind: Runtime["kind"]; version: string; from?: string }[] = [
    ...own === undefined ? [] : [{ kind: "Node" as const, version: own.version }],
    ...others.map((version) => ({ kind: "Node" as const, version, from: NODE_PACKAGE })),
    { kind: "Bun", version: BUN_VERSION, from: "bun" },
  ];
  const wanted = known.map((each) => ({ ...each, name: `${each.kind} ${each.version}` }))
    .filter(({ name }) => isWanted(name));
  return await Promise.all(wanted.map(async ({ kind, name, version, from }) => {
    const found = from === undefined ? own : await findOnNpm(kind, `${from}@${version}`);
    const program = found?.version === version ? found.program : undefined;
    return { kind, name, version, program };
  }));
}

/** The Node and the Bun that came out last, from npm. */
export async function findNewest(): Promise<Runtime[]> {
  const known = [{ kind: "Node", from: NODE_PACKAGE }, { kind: "Bun", from: "bun" }] as const;
  return await Promise.all(known.map(async ({ kind, from }) => {
    const found = await findOnNpm(kind, `${from}@latest`);
    const version = found?.version ?? "latest";
    return { kind, version, name: `${kind} ${version}`, program: found?.program };
  }));
}

async function findOnNpm(
  kind: Runtime["kind"],
  name: string,
): Promise<{ version: string; program: string } | undefined> {
  return await findProgram(["npx", "--yes", `--package=${name}`, kind.toLowerCase()]);
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
