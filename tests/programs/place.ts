// Copyright 2026 the Rivulet authors. MIT license.

// Where the programs of users run: Deno with a project of its own, Node and Bun with the package of
// npm.

import { mustRun, root } from "../support/commands.ts";
import { installPackage } from "../support/packed_package.ts";
import { findRuntimes, type Runtime } from "../support/runtimes.ts";

/** A runtime, ready for programs. */
export interface Place {
  readonly name: string;
  readonly kind: Runtime["kind"] | "Deno";
  /** Why nothing runs there: it cannot be had on this machine. */
  readonly ignored?: string | undefined;
  /** The folder of a project that uses the package. */
  readonly folder: string;
  /** Whether it runs a file with types as it stands. */
  readonly knowsTypes: boolean;
  /** Starts a file with these of Deno's permissions, and nothing more. */
  command(permissions: readonly string[], file: string): string[];
}

/** The first Node that runs a file with types as it stands. */
const NODE_WITH_TYPES = "22.18.0";

/** All runtimes of this machine; the projects, with other packages of npm, come into the folder. */
export async function preparePlaces(
  folder: string,
  packages: Readonly<Record<string, string>>,
): Promise<Place[]> {
  const denoFolder = `${folder}/deno`;
  const npmFolder = `${folder}/npm`;
  await Promise.all([denoFolder, npmFolder].map((each) => Deno.mkdir(each)));
  const [runtimes] = await Promise.all([
    findRuntimes(),
    installPackage(npmFolder, packages),
    prepareDeno(denoFolder),
  ]);
  return [denoPlace(denoFolder), ...runtimes.map((runtime) => npmPlace(runtime, npmFolder))];
}

/** A project that uses the package, once what the package needs has been downloaded. */
async function prepareDeno(folder: string): Promise<void> {
  const config = {
    imports: { "@rivulet/llm": "jsr:@rivulet/llm@^0.1.0" },
    links: [root.pathname],
  };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
  await Deno.writeTextFile(`${folder}/all.ts`, 'import "@rivulet/llm";\n');
  await mustRun([Deno.execPath(), "run", "--quiet", "--no-lock", "all.ts"], folder);
}

function denoPlace(folder: string): Place {
  return {
    name: `Deno ${Deno.version.deno}`,
    kind: "Deno",
    folder,
    knowsTypes: true,
    command: (permissions, file) => [
      ...[Deno.execPath(), "run", "--quiet", "--no-prompt", "--no-lock", "--cached-only"],
      ...[...permissions, file],
    ],
  };
}

function npmPlace({ kind, name, version, program }: Runtime, folder: string): Place {
  return {
    name,
    kind,
    ignored: program === undefined ? "it cannot be had here" : undefined,
    folder,
    knowsTypes: kind === "Bun" ||
      version.localeCompare(NODE_WITH_TYPES, undefined, { numeric: true }) >= 0,
    command: (_permissions, file) => [program!, file],
  };
}
