// Copyright 2026 the Rivulet authors. MIT license.

import { isLoopback } from "./loopback.ts";

/** The error of a request for this computer that a proxy would get to see. */
export class ProxyInTheWay extends Error {}

/** What is used of each platform, which is told by what it has. */
export interface Platform {
  readonly Deno?: Partial<DenoLike>;
  readonly Bun?: { readonly version: string };
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  readonly [dispatcher: symbol]: object | undefined;
}

interface DenoLike {
  createHttpClient(options: object): object;
  readonly env: { get(name: string): string | undefined };
  readonly permissions: { querySync(descriptor: object): { state: string } };
}

/** The value of a variable of the environment; null if it must not be read. */
type ReadVariable = (name: string) => string | null | undefined;

/** Under which names the platforms look for a proxy, in capitals or not. */
const PROXY_NAMES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** The first Bun that can be told to use no proxy. */
const BUN_VERSION = "1.4.4";

/** Where Node keeps what sends its requests, newest first. */
const DISPATCHERS = ["undici.globalDispatcher.2", "undici.globalDispatcher.1"];

const directDispatchers = /* @__PURE__ */ new WeakMap<object, object>();

/** Deno's clients by what makes them, then by server: each has the connections of its requests. */
const directClients = /* @__PURE__ */ new WeakMap<object, Map<string, object>>();

/**
 * What to give `fetch` beside its own options, so that it goes around the proxies of the
 * environment: Deno, Bun and, where it is told to heed them, Node send even requests for this
 * computer through them, and with them texts that must not leave it. Undefined where nothing is in
 * the way. Throws a ProxyInTheWay where no way leads around.
 */
export function directWay(
  address: string,
  platform: Platform = globalThis as Platform,
): object | undefined {
  const url = new URL(address);
  if (!isLoopback(url.hostname)) return undefined;
  const { Deno, Bun, process } = platform;
  if (Deno?.createHttpClient !== undefined) return wayOfDeno(Deno as DenoLike, url);
  if (Bun !== undefined) return wayOfBun(Bun.version, url, (name) => process?.env?.[name]);
  return wayOfNode(DISPATCHERS.map((name) => platform[Symbol.for(name)]).find(Boolean));
}

/** A client that has its own way to one server, which counts more than the environment. */
function wayOfDeno({ createHttpClient, env, permissions }: DenoLike, url: URL): object | undefined {
  // Without a prompt: whoever asks a server needs no environment.
  const read: ReadVariable = (variable) =>
    permissions.querySync({ name: "env", variable }).state === "granted" ? env.get(variable) : null;
  const isProxied = anyProxy(read);
  if (isProxied === false) return undefined;
  try {
    return { client: clientFor(url, createHttpClient) };
  } catch (error) {
    // Deno's own fetch lacks the same permission and sends nothing; a stub in its place needs none.
    const isRefused = error instanceof Error && /NotCapable|PermissionDenied/.test(error.name);
    // An older Deno knows no such client.
    if (isProxied && !isRefused) assertExempt(url, read);
    return undefined;
  }
}

/** Kept for as long as the program runs: a client of its own for each request would reconnect. */
function clientFor(url: URL, createHttpClient: DenoLike["createHttpClient"]): object {
  const clients = directClients.get(createHttpClient) ?? new Map<string, object>();
  directClients.set(createHttpClient, clients);
  let client = clients.get(url.origin);
  if (client === undefined) {
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    client = createHttpClient({ proxy: { transport: "tcp", hostname: url.hostname, port } });
    clients.set(url.origin, client);
  }
  return client;
}

function wayOfBun(version: string, url: URL, read: ReadVariable): object | undefined {
  if (!anyProxy(read)) return undefined;
  if (version.localeCompare(BUN_VERSION, undefined, { numeric: true }) >= 0) {
    return { proxy: false };
  }
  assertExempt(url, read);
  return undefined;
}

/** Node heeds proxies through a dispatcher of this name, made anew here for no proxy at all. */
function wayOfNode(dispatcher: object | undefined): object | undefined {
  const { constructor } = dispatcher ?? {};
  if (dispatcher === undefined || constructor?.name !== "EnvHttpProxyAgent") return undefined;
  let direct = directDispatchers.get(dispatcher);
  if (direct === undefined) {
    direct = Reflect.construct(constructor, [{ noProxy: "*" }]) as object;
    directDispatchers.set(dispatcher, direct);
  }
  return { dispatcher: direct };
}

/** Whether the environment names a proxy; undefined if it cannot be told. */
function anyProxy(read: ReadVariable): boolean | undefined {
  const values = bothCases(PROXY_NAMES).map(read);
  if (values.some(Boolean)) return true;
  return values.includes(null) ? undefined : false;
}

/** Throws unless the environment lets requests to this host pass by its proxies. */
function assertExempt({ host, hostname }: URL, read: ReadVariable): void {
  const bare = hostname.replace(/^\[|\]$/g, "");
  const lists = bothCases(["NO_PROXY"]).map(read).filter(Boolean);
  const isExempt = lists.map((list) => list!.split(/[\s,]+/)).every((names) =>
    ["*", bare, hostname, host].some((name) => names.includes(name))
  );
  if (lists.length > 0 && isExempt) return;
  throw new ProxyInTheWay(
    `Set NO_PROXY to "${bare}", the proxy of the environment would see this request`,
  );
}

function bothCases(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, name.toLowerCase()]);
}
