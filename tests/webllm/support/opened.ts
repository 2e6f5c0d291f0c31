// Copyright 2026 the Rivulet authors. MIT license.

import { openedPackageText } from "./package.ts";
import type { OpenedPackage } from "./script.ts";

/** The real package, opened for a script. */
export async function openPackage(): Promise<OpenedPackage> {
  const file = await Deno.makeTempFile({ suffix: ".mjs" });
  await Deno.writeTextFile(file, await openedPackageText());
  try {
    return await import(new URL(file, "file:").href);
  } finally {
    await Deno.remove(file);
  }
}
