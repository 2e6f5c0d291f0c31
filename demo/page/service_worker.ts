// Copyright 2026 the Rivulet authors. MIT license.

import { SHELL_CACHE } from "./storage/own_names.ts";

// Keeps the page for offline use. The network comes first, so that nobody sees an old version while
// there is a new one. Each version has a cache and a worker of its own, which stay until its last tab
// is gone: what a tab loads later on is of the version that it began with. A file is kept, and given
// out of what is kept, only as it was built: another page of this origin can write into the cache.

/** How a file of the page has to be. Put in front of this file by the build. */
interface ShellFile {
  /** The first half of its SHA-256, in hexadecimal digits. */
  readonly digest: string;
  /** Too large to be kept before it is asked for. */
  readonly isLater: boolean;
}

/** The part of a service worker that is used here; the types of pages do not know it. */
interface WorkerScope {
  /** The files of the page by their addresses, as seen from the page. */
  readonly SHELL: Readonly<Record<string, ShellFile>>;
  /** Another one for each build. */
  readonly VERSION: string;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  addEventListener(
    type: "install" | "activate" | "fetch",
    listener: (event: FetchEventLike) => void,
  ): void;
}

interface FetchEventLike {
  readonly request: Request;
  waitUntil(promise: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

const scope = globalThis as unknown as WorkerScope;

/** A server that says nothing for so long is as good as none, where there is a copy. */
const PATIENCE_MS = 4000;

const shell: ReadonlyMap<string, ShellFile> = new Map(
  Object.entries(scope.SHELL).map(([name, file]) => [
    new URL(name, scope.registration.scope).href,
    file,
  ]),
);

const cacheName = SHELL_CACHE + scope.VERSION;

async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE + scope.VERSION);
  const wanted = [...shell].filter(([, { isLater }]) => !isLater);
  await Promise.all(wanted.map(async ([address, file]) => {
    const response = await fetch(address, { cache: "no-cache", redirect: "error" });
    if (!await keep(cache, { address, file, response })) {
      throw new Error(`Publish "${address}" as it was built, it is another file there`);
    }
  }));
}

/** The tabs of the version before are gone. */
async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(SHELL_CACHE) && name !== cacheName) await caches.delete(name);
  }
  // The first visit is the one in which the engine is loaded: it has to be seen as well.
  await scope.clients.claim();
}

/** Keeps an answer if it is the file that was built; resolves with whether it is. */
async function keep(
  cache: Cache,
  { address, file, response }: { address: string; file: ShellFile; response: Response },
): Promise<boolean> {
  const body = await response.arrayBuffer();
  if (!response.ok || await digestOf(body) !== file.digest) return false;
  await cache.put(address, new Response(body, response));
  return true;
}

/** What is kept of a file; undefined where there is nothing, or something else. */
async function keptCopy(address: string, { digest }: ShellFile): Promise<Response | undefined> {
  const response = await caches.match(address, { cacheName });
  if (response === undefined) return undefined;
  const body = await response.arrayBuffer();
  return await digestOf(body) === digest ? new Response(body, response) : undefined;
}

/** Half of it is beyond forging too, and these digits are most of what this file weighs. */
async function digestOf(body: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", body), 0, 16);
  return bytes.reduce((digits, byte) => digits + byte.toString(16).padStart(2, "0"), "");
}

async function answer(event: FetchEventLike, address: string, file: ShellFile): Promise<Response> {
  const network = fetch(event.request);
  // Is looked at below, or not at all.
  network.catch(() => {});
  try {
    const first = await Promise.race([network, silence()]);
    if (first?.ok) {
      event.waitUntil(keepLater(event.request, { address, file, response: first.clone() }));
      return first;
    }
    // A host that has a problem, or has a newer version in its place, hides no page that is here.
    return await keptCopy(address, file) ?? await network;
  } catch (error) {
    const kept = await keptCopy(address, file);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** The engine comes here when it is asked for, and is kept with the page from then on. */
async function keepLater(
  { mode }: Request,
  kept: { address: string; file: ShellFile; response: Response },
): Promise<void> {
  try {
    // What a person has deleted comes back with a load of the page, and not while it is open.
    if (mode !== "navigate" && !await caches.has(cacheName)) return;
    await keep(await caches.open(SHELL_CACHE + scope.VERSION), kept);
  } catch {
    // A full disk, or a browser that keeps nothing: the answer has gone to the page all the same.
  }
}

function silence(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
}

scope.addEventListener("install", (event) => event.waitUntil(keepShell()));
scope.addEventListener("activate", (event) => event.waitUntil(takeOver()));
scope.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const address = url.split(/[?#]/)[0]!.replace(/\/index\.html$/, "/");
  const file = shell.get(address);
  // Whatever else is at this origin is nobody's business here.
  if (method === "GET" && file !== undefined) event.respondWith(answer(event, address, file));
});
