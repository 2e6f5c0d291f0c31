// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import type { Check, Findings } from "../check.ts";
import { hostOf } from "../permission.ts";
import type { Target } from "../target.ts";

/** Everything, and of that what the run itself may be allowed. */
const MORE: readonly Deno.PermissionDescriptor[] = [
  { name: "env" },
  { name: "ffi" },
  { name: "import" },
  { name: "net" },
  { name: "read" },
  { name: "read", path: "." },
  { name: "run" },
  { name: "run", command: "sh" },
  { name: "sys" },
  { name: "write" },
];

/** With more, the library may take another way to the server than in a program of the README. */
function isThatOfTheReadme({ baseUrl }: Target, { detail }: Findings): Promise<void> {
  const host = hostOf(baseUrl);
  const otherPorts = { name: "net", host: new URL(baseUrl).hostname } as const;
  assertEquals([...MORE, otherPorts].filter(isGranted), []);
  assertEquals(isGranted({ name: "net", host }), true);
  detail(`--allow-net=${host}`);
  return Promise.resolve();
}

function isGranted(descriptor: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(descriptor).state === "granted";
}

/** What holds for the permission under which all the others run. */
export const permission: readonly Check[] = [
  { name: "the permission is that for the server, and nothing more", run: isThatOfTheReadme },
];
