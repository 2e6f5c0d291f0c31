// Copyright 2026 the Rivulet authors. MIT license.

// Builds the page in memory.

/// <reference lib="deno.unstable" />

import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { PageFile, PageFiles } from "./page_files.ts";
import { CONTENT_SECURITY_POLICY } from "./policy.ts";
import { isEngine, withShell } from "./shell.ts";

/** What is bundled together: a worker that shares code with the page loads more than it needs. */
const BUNDLES = [
  ["main.tsx", "engine_worker.ts"],
  ["search_worker.ts"],
  ["service_worker.ts"],
  ["style.css"],
  ["late.css"],
];

/** For systems that install the page and take no SVG. */
const ICONS = ["icon-192.png", "icon-512.png", "icon-maskable.png", "apple-touch-icon.png"];

/** Makes the text of a file smaller. */
export type Shrink = (name: string, text: string) => Promise<string>;

/**
 * Builds the page; `shrink` takes its time to make it smaller, for a host on a network. Rejects with
 * a sentence that says what to do.
 */
export async function buildPage(
  { shrink }: { shrink?: Shrink | undefined } = {},
): Promise<PageFiles> {
  const files = new Map<string, PageFile>();
  // One after the other: at its first use on a machine the bundler unpacks itself, and several calls
  // at once do so into each other's way. Together they would take just as long.
  for (const entries of BUNDLES) {
    for (const [name, file] of await bundle(entries)) files.set(name, file);
  }
  files.set("icon.svg", textFile(await readSource("icon.svg"), "image/svg+xml"));
  for (const name of ICONS) files.set(name, await iconFile(name));
  files.set(
    "manifest.webmanifest",
    textFile(await readSource("manifest.webmanifest"), "application/manifest+json"),
  );
  const page = (await readSource("index.html")).replace("{{policy}}", CONTENT_SECURITY_POLICY);
  files.set("index.html", textFile(page, "text/html"));
  if (shrink !== undefined) await shrinkOurs(files, shrink);
  // Last, since both tell of files as they are now.
  files.set("index.html", withPreloads(files));
  files.set("service_worker.js", withShell(files));
  return files;
}

async function bundle(entries: readonly string[]): Promise<[string, PageFile][]> {
  const { success, errors, outputFiles = [] } = await runBundler(entries);
  if (!success) throw new Error(faultOf(errors));
  return outputFiles.map(({ path, contents = new Uint8Array() }) => {
    const name = basename(path.replaceAll("\\", "/"));
    const type = name.endsWith(".css") ? "text/css" : "text/javascript";
    return [name, { contents, type: `${type}; charset=utf-8` }];
  });
}

async function runBundler(entries: readonly string[]): Promise<Deno.bundle.Result> {
  try {
    return await Deno.bundle({
      entrypoints: entries.map((name) => sourcePath(name)),
      outputDir: sourcePath("out"),
      platform: "browser",
      minify: true,
      codeSplitting: true,
      write: false,
    });
  } catch (cause) {
    // It does so where it cannot be fetched, unpacked or started.
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `Check the connection and start again, the bundler of Deno does not run: ${
        firstLine(reason)
      }`,
      { cause },
    );
  }
}

function faultOf([fault]: readonly Deno.bundle.Message[]): string {
  const { text = "no reason given", location } = fault ?? {};
  const place = location ? `${location.file}, line ${location.line}` : "the code of the page";
  return `Correct ${place} and start again, it cannot be bundled: ${firstLine(text)}`;
}

function firstLine(text: string): string {
  return text.split("\n")[0]!;
}

async function shrinkOurs(files: Map<string, PageFile>, shrink: Shrink): Promise<void> {
  for (const [name, file] of files) {
    // The engine comes small already, and would take minutes.
    if (isEngine(file) || file.type === "image/png") continue;
    const text = await shrink(name, textOf(files, name));
    files.set(name, { ...file, contents: new TextEncoder().encode(text) });
  }
}

/** Lets the browser ask for all that the first moment needs at once: the scripts and the sample. */
function withPreloads(files: PageFiles): PageFile {
  const needed = new Set(["main.js"]);
  // The set grows while it is read.
  for (const name of needed) {
    const imports = textOf(files, name).matchAll(
      /(?:\bfrom|\bimport)"\.\/([^"]+)"|import\("\.\/(sample-[^"]+)"\)/g,
    );
    for (const [, part, sample] of imports) needed.add((part ?? sample)!);
  }
  needed.delete("main.js");
  const links = [...needed].map((name) => `<link rel="modulepreload" href="${name}">`);
  const page = textOf(files, "index.html").replace("<!-- {{preload}} -->", links.join(""));
  return textFile(page, "text/html");
}

function textOf(files: PageFiles, name: string): string {
  return new TextDecoder().decode(files.get(name)!.contents);
}

function textFile(text: string, type: string): PageFile {
  return { contents: new TextEncoder().encode(text), type: `${type}; charset=utf-8` };
}

async function iconFile(name: string): Promise<PageFile> {
  return { contents: await Deno.readFile(sourcePath(name)), type: "image/png" };
}

function readSource(name: string): Promise<string> {
  return Deno.readTextFile(sourcePath(name));
}

function sourcePath(name: string): string {
  return fileURLToPath(new URL(`../page/${name}`, import.meta.url));
}
