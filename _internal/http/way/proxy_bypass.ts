// Copyright 2026 the Rivulet authors. MIT license.

import {
  bareHost,
  isExempt,
  ProxyInTheWay,
  type ProxyState,
  proxyState,
  type ReadVariable,
} from "./environment_proxy.ts";
import type { FetchFunction } from "../../core/fetch_function.ts";
import { isLoopback } from "./loopback.ts";
import { nodeFetch, type NodeProcess } from "./node_fetch.ts";

/** What is used of each platform, which is told by what it has. */
export interface Platform {
  readonly Deno?: Partial<DenoLike>;
  readonly Bun?: { readonly version: string };
  // In Deno a getter that loads half of Node: it is read where a proxy is in the way, and only there.
  readonly process?: NodeProcess & { readonly env?: Readonly<Record<string, string | undefined>> };
  readonly fetch?: (url: string, init: never) => Promise<unknown>;
  readonly [dispatcher: symbol]: object | undefined;
}

interface DenoLike {
  readonly env: { get(name: string): string | undefined };
  readonly permissions: {
    querySync(descriptor: object): { state: string };
    requestSync(descriptor: object): { state: string };
  };
  readonly version: { readonly deno: string };
}

/** Whom a request is for. */
export interface ProxyBypassOptions {
  /** Whether it must not leave this computer, whatever is not known of the environment. */
  readonly isPrivate: boolean;
  readonly platform?: Platform;
}

/** Before it, `node:http` in Deno uses proxies, or needs more than the permission for one server. */
const DENO_VERSION = "2.3.0";

/** The first Bun that can be told to use no proxy. */
const BUN_VERSION = "1.4.4";

/** Where Node keeps what sends its requests, newest first. */
const DISPATCHERS = ["undici.globalDispatcher.2", "undici.globalDispatcher.1"];

const directDispatchers = /* @__PURE__ */ new WeakMap<object, object>();

/** Deno reads its proxies once as well, and each look at a permission takes time. */
const statesOfDeno = /* @__PURE__ */ new WeakMap<object, Map<string, ProxyState>>();

/**
 * What sends a request for this computer around the proxies of the environment. Undefined for the
 * platform's own `fetch`: nothing is known to be in the way. Throws a ProxyInTheWay where no way
 * leads around.
 */
export function proxyBypass(
  address: string,
  { isPrivate, platform = globalThis as Platform }: ProxyBypassOptions,
): FetchFunction | undefined {
  const { Deno, Bun } = platform;
  if (Deno !== undefined && "permissions" in Deno) {
    return wayOfDeno(address, { deno: Deno as DenoLike, isPrivate, platform });
  }
  if (Bun !== undefined) return wayOfBun(address, Bun.version, platform);
  return wayOfNode(address, platform);
}

/** By `node:http`: a client of Deno's own with another way sends what many servers refuse. */
function wayOfDeno(
  address: string,
  { deno, isPrivate, platform }: { deno: DenoLike; isPrivate: boolean; platform: Platform },
): FetchFunction | undefined {
  const read: ReadVariable = (variable) =>
    // Without a prompt: whoever asks a server needs no environment.
    isGranted(deno, { name: "env", variable }) ? deno.env.get(variable) : null;
  const state = stateOfDeno(deno, address, read);
  if (state === "none" || (state === "unknown" && !isPrivate)) return undefined;
  const url = new URL(address);
  if (!isLoopback(url.hostname) || isExempt([bareHost(url)], read)) return undefined;
  if (isOlder(deno.version.deno, DENO_VERSION)) throw inTheWay(`Update Deno to ${DENO_VERSION}`);
  // Its own fetch says which permission is missing.
  return mayConnect(deno, url) ? nodeFetch(platform.process) : undefined;
}

function stateOfDeno(deno: DenoLike, address: string, read: ReadVariable): ProxyState {
  const protocol = address.slice(0, address.indexOf(":") + 1);
  const states = statesOfDeno.get(deno) ?? new Map<string, ProxyState>();
  statesOfDeno.set(deno, states);
  const state = states.get(protocol) ?? proxyState(protocol, read);
  states.set(protocol, state);
  return state;
}

function mayConnect(deno: DenoLike, { protocol, host, port }: URL): boolean {
  const { permissions } = deno;
  const defaultPort = protocol === "https:" ? 443 : 80;
  const permission = { name: "net", host: port === "" ? `${host}:${defaultPort}` : host };
  // Asks whoever is there to be asked, as fetch would.
  return isGranted(deno, permission) ||
    permissions.requestSync(permission).state === "granted";
}

function isGranted({ permissions }: DenoLike, permission: object): boolean {
  return permissions.querySync(permission).state === "granted";
}

function wayOfBun(address: string, version: string, platform: Platform): FetchFunction | undefined {
  const url = new URL(address);
  const read: ReadVariable = (name) => platform.process?.env?.[name];
  if (!isLoopback(url.hostname) || proxyState(url.protocol, read) === "none") return undefined;
  if (!isOlder(version, BUN_VERSION)) return fetchWith(platform, { proxy: false });
  if (isExempt(["*", bareHost(url), url.hostname, url.host], read)) return undefined;
  throw inTheWay(`Set NO_PROXY to "${bareHost(url)}"`);
}

/** Node uses proxies through a dispatcher of this name, made anew here for no proxy at all. */
function wayOfNode(address: string, platform: Platform): FetchFunction | undefined {
  const dispatcher = DISPATCHERS.map((name) => platform[Symbol.for(name)]).find(Boolean);
  const { constructor } = dispatcher ?? {};
  if (dispatcher === undefined || constructor?.name !== "EnvHttpProxyAgent") return undefined;
  if (!isLoopback(new URL(address).hostname)) return undefined;
  let direct = directDispatchers.get(dispatcher);
  if (direct === undefined) {
    direct = Reflect.construct(constructor, [{ noProxy: "*" }]) as object;
    directDispatchers.set(dispatcher, direct);
  }
  return fetchWith(platform, { dispatcher: direct });
}

/** The platform's own `fetch`, with an option that only it knows. */
function fetchWith(platform: Platform, option: object): FetchFunction {
  return (url, init) => (platform.fetch as FetchFunction)(url, { ...init, ...option });
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, undefined, { numeric: true }) < 0;
}

function inTheWay(advice: string): ProxyInTheWay {
  return new ProxyInTheWay(`${advice}, the proxy of the environment would see this request`);
}
