// Copyright 2026 the Rivulet authors. MIT license.

// Keeps the page for offline use. The network comes first, so that nobody sees an old version while
// there is a new one.

/** Put in front of this file by the build. */
interface Shell {
  readonly version: string;
  readonly files: readonly string[];
  /** Too large to be kept before it is asked for. */
  readonly later: readonly string[];
}

/** The part of a service worker that is used here; the types of pages do not know it. */
interface WorkerScope {
  readonly SHELL: Shell;
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: "install" | "activate" | "fetch",
    listener: (event: {
      readonly request: Request;
      waitUntil(promise: Promise<unknown>): void;
      respondWith(response: Promise<Response>): void;
    }) => void,
  ): void;
}

const scope = globalThis as unknown as WorkerScope;
const CACHE = "ask-stars-shell";

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const { files, later } = scope.SHELL;
  const addressOf = (name: string) => new URL(name, scope.registration.scope).href;
  await cache.addAll(files.map(addressOf));
  const wanted = [...files, ...later].map(addressOf);
  for (const { url } of await cache.keys()) if (!wanted.includes(url)) await cache.delete(url);
  await scope.skipWaiting();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    // The engine comes here when it is asked for, and is kept with the page from then on.
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

scope.addEventListener("install", (event) => event.waitUntil(keepShell()));
// The first visit is the one in which the engine is loaded: it has to be seen as well.
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.method === "GET" && request.url.startsWith(scope.registration.scope);
  if (isOurs) event.respondWith(answer(request));
});
