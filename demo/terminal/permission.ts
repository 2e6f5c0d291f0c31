// Copyright 2026 the Rivulet authors. MIT license.

import { IS_TASK } from "./program.ts";

/** What a run was not allowed to do, and the flag that allows it; undefined for other errors. */
export function permissionWish(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [, kind, target] = /^Requires (\w+) access to "(.+?)"/.exec(cause.message) ?? [];
    if (kind !== undefined) return wishFor(kind, target!);
  }
  return undefined;
}

/** The same where such a permission is missing and nothing has asked for it yet. */
export async function netWish(baseUrl: string): Promise<string | undefined> {
  const { host } = new URL(baseUrl);
  const { state } = await Deno.permissions.query({ name: "net", host });
  return state === "granted" ? undefined : wishFor("net", host);
}

/**
 * Lets the person allow the host of an address, where the task does not; a terminal asks. To be
 * called before anything is waited for: the question of Deno holds everything up. What was not
 * allowed fails when it is tried.
 */
export async function askForHost(address: string): Promise<void> {
  await Deno.permissions.request({ name: "net", host: new URL(address).host });
}

/**
 * Lets the person allow the folder that a run keeps files in. Returns what is missing, and the flags
 * that allow it.
 */
export async function askForFolder(folder: string): Promise<string | undefined> {
  for (const name of ["read", "write"] as const) {
    const { state } = await Deno.permissions.request({ name, path: folder });
    if (state !== "granted") {
      return `This run may not keep anything in ${folder}. ` +
        `Add --allow-read=${folder} --allow-write=${folder} to ${COMMAND}.`;
    }
  }
  return undefined;
}

/** The same for all hosts: a model is loaded from where its host sends to. */
export async function askForAllHosts(): Promise<void> {
  await Deno.permissions.request({ name: "net" });
}

/** Where permissions are written. */
export const COMMAND: string = IS_TASK ? "its deno command" : "the command that installs it";

function wishFor(kind: string, target: string): string {
  const verb = kind === "net" ? "reach" : kind === "write" ? "write to" : "read";
  const task = kind === "net" && IS_TASK ? "use deno task -q chat:remote, or " : "";
  const way = `${task}add --allow-${kind}=${target} to ${COMMAND}.`;
  return `This run may not ${verb} ${target}. ${way[0]!.toUpperCase()}${way.slice(1)}`;
}
