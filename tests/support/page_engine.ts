// Copyright 2026 the Rivulet authors. MIT license.

// The real engine for the page, with a script where it would need a graphics card.

/// <reference lib="deno.unstable" />

import { fileURLToPath } from "node:url";
import type { PageFile } from "../../demo/build/page_files.ts";
import { openedPackageText } from "../webllm/support/package.ts";

const WORKER = `
import "./worker_ledger.js";
import * as opened from "./opened_package.js";
import { serveScript } from "./script.js";
serveScript(opened);
`;

let built: Promise<Record<string, PageFile>> | undefined;

/** Files that replace the worker of the page's engine. */
export function scriptedEngineFiles(): Promise<Record<string, PageFile>> {
  return built ??= buildFiles();
}

async function buildFiles(): Promise<Record<string, PageFile>> {
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles = [] } = await Deno.bundle({
    entrypoints: [
      path("../webllm/support/script.ts"),
      path("../../demo/page/privacy/worker_ledger.ts"),
    ],
    outputDir: "/scripts",
    platform: "browser",
    write: false,
  });
  return {
    ...Object.fromEntries(outputFiles.map((file) => {
      return [file.path.replaceAll("\\", "/").split("/").at(-1)!, script(file.text())];
    })),
    "opened_package.js": script(await openedPackageText()),
    "engine_worker.js": script(WORKER),
  };
}

function script(text: string): PageFile {
  return { contents: new TextEncoder().encode(text), type: "text/javascript; charset=utf-8" };
}
