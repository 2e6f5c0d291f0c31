// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Builds the page: in memory for `deno task demo`, or into a folder for any static host with `deno
 * task demo:build`.
 *
 * @module
 */

/// <reference lib="deno.unstable" />

import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the page, as a server hands it out. */
export interface PageFile {
  readonly contents: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/**
 * What the page may load and where it may connect to: itself, and the engines that the person
 * chooses.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** What is bundled together: a worker that shares code with the page loads more than it needs. */
const BUNDLES = [
  ["main.ts", "engine_worker.ts"],
  ["search_worker.ts"],
  ["service_worker.ts"],
  ["style.css"],
];

/**
 * Above this a script is the engine; the page works without it, so it is not kept for offline use
 * before it is asked for.
 */
const MAX_SHELL_FILE = 1_000_000;

/**
 * The files of the page by their name; `index.html` is the page itself. `isPublic` takes its time
 * to make them smaller, for a host on a network. Throws where the code does not bundle.
 */
export async function buildPage(
  { isPublic }: { isPublic: boolean },
): Promise<Map<string, PageFile>> {
  const bundles = await Promise.all(BUNDLES.map((entries) => bundle(entries)));
  const files = new Map<string, PageFile>(bundles.flat());
  files.set("icon.svg", textFile(await readSource("icon.svg"), "image/svg+xml"));
  files.set(
    "manifest.webmanifest",
    textFile(await readSource("manifest.webmanifest"), "application/manifest+json"),
  );
  const page = (await readSource("index.html")).replace("{{policy}}", CONTENT_SECURITY_POLICY);
  files.set("index.html", textFile(page, "text/html"));
  if (isPublic) await shrinkOurs(files);
  // Last, since both tell of files as they are now.
  files.set("index.html", withPreloads(files));
  files.set("service_worker.js", withShell(files));
  return files;
}

async function bundle(entries: readonly string[]): Promise<[string, PageFile][]> {
  const { success, errors, outputFiles = [] } = await Deno.bundle({
    entrypoints: entries.map((name) => sourcePath(name)),
    outputDir: sourcePath("out"),
    platform: "browser",
    minify: true,
    codeSplitting: true,
    write: false,
  });
  if (!success) throw new Error(errors.map(({ text }) => text).join("\n"));
  return outputFiles.map(({ path, contents = new Uint8Array() }) => {
    const name = basename(path.replaceAll("\\", "/"));
    const type = name.endsWith(".css") ? "text/css" : "text/javascript";
    return [name, { contents, type: `${type}; charset=utf-8` }];
  });
}

async function shrinkOurs(files: Map<string, PageFile>): Promise<void> {
  // Loaded only where it is used: to serve the page on this machine should not need a minifier.
  const { shrink } = await import("./shrink.ts");
  for (const [name, file] of files) {
    // The engine comes small already, and would take minutes.
    if (isEngine(file)) continue;
    const text = await shrink(name, textOf(files, name));
    files.set(name, { ...file, contents: new TextEncoder().encode(text) });
  }
}

function isEngine({ contents }: PageFile): boolean {
  return contents.length >= MAX_SHELL_FILE;
}

/** Lets the browser ask for all that the first moment needs at once: the scripts and the sample. */
function withPreloads(files: ReadonlyMap<string, PageFile>): PageFile {
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

/**
 * Tells the service worker which files are the page, and makes it a new one whenever one of them
 * changes.
 */
function withShell(files: ReadonlyMap<string, PageFile>): PageFile {
  const others = [...files].filter(([name]) => name !== "service_worker.js");
  const hash = createHash("sha256");
  for (const [name, { contents }] of others) hash.update(name).update(contents);
  const shell = {
    version: hash.digest("hex").slice(0, 12),
    files: others.filter(([, file]) => !isEngine(file))
      .map(([name]) => name === "index.html" ? "./" : name),
    later: others.filter(([, file]) => isEngine(file)).map(([name]) => name),
  };
  const head = `globalThis.SHELL=${JSON.stringify(shell)};`;
  return textFile(head + textOf(files, "service_worker.js"), "text/javascript");
}

function textOf(files: ReadonlyMap<string, PageFile>, name: string): string {
  return new TextDecoder().decode(files.get(name)!.contents);
}

function textFile(text: string, type: string): PageFile {
  return { contents: new TextEncoder().encode(text), type: `${type}; charset=utf-8` };
}

function readSource(name: string): Promise<string> {
  return Deno.readTextFile(sourcePath(name));
}

function sourcePath(name: string): string {
  return fileURLToPath(new URL(`./page/${name}`, import.meta.url));
}

if (import.meta.main) {
  const folder = Deno.args[0] ?? "dist/page";
  await Deno.mkdir(folder, { recursive: true });
  const files = await buildPage({ isPublic: true });
  for (const [name, { contents }] of files) await Deno.writeFile(join(folder, name), contents);
  await Deno.stdout.write(
    new TextEncoder().encode(`${files.size} files in ${folder}: put them on any static host\n`),
  );
}
