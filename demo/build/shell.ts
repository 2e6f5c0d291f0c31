// Copyright 2026 the Rivulet authors. MIT license.

// What the service worker is told of the page: its files, and how each has to be.

import { createHash } from "node:crypto";
import type { PageFile, PageFiles } from "./page_files.ts";

const NAME = "service_worker.js";

/**
 * Above this a script is the engine; the page works without it, so it is not kept for offline use
 * before it is asked for.
 */
const MAX_SHELL_FILE = 1_000_000;

/** Whether a file is the engine, or most of it. */
export function isEngine({ contents }: PageFile): boolean {
  return contents.length >= MAX_SHELL_FILE;
}

/** As the service worker computes it. */
function digestOf({ contents }: PageFile): string {
  return createHash("sha256").update(contents).digest("hex").slice(0, 32);
}

/** The service worker that keeps these files, and none that is otherwise. */
export function withShell(files: PageFiles): PageFile {
  const others = [...files].filter(([name]) => name !== NAME);
  const shell = Object.fromEntries(others.map(([name, file]) => [
    name === "index.html" ? "./" : name,
    {
      digest: digestOf(file),
      // Of use to a system that installs the page, which asks once.
      isLater: isEngine(file) || file.type === "image/png",
    },
  ]));
  const worker = files.get(NAME)!;
  const script = new TextDecoder().decode(worker.contents).replace(/^globalThis\.SHELL=.*\n/, "");
  const list = JSON.stringify(shell);
  const version = createHash("sha256").update(list).digest("hex").slice(0, 8);
  const head = `globalThis.SHELL=${list};globalThis.VERSION="${version}";\n`;
  return { ...worker, contents: new TextEncoder().encode(head + script) };
}
