// Copyright 2026 the Rivulet authors. MIT license.

// Where the page may connect, as a Content Security Policy that is added to the one it comes with.

import { SERVICES } from "../engine/services.ts";

/** Hosts that the page itself names: this device, stars, READMEs, models, and remote services. */
const NAMED: readonly string[] = [
  "'self'",
  "http://localhost:*",
  "https://localhost:*",
  "http://127.0.0.1:*",
  "https://127.0.0.1:*",
  "https://api.github.com",
  "https://raw.githubusercontent.com",
  "https://huggingface.co",
  "https://*.huggingface.co",
  "https://*.hf.co",
  ...SERVICES.map(({ address }) => new URL(address).origin),
];

/** What the grammar of a policy takes for a host. */
const NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** Hosts that there are, and that it does not take: numbers of IPv6, names with an underscore. */
const OTHER_HOST = /^(\[[\da-f:.]+\]|[\w.-]+)$/;

/** A policy that allows the named hosts and those of the addresses that a person has entered. */
export function connectPolicy(entered: readonly string[]): string {
  return `connect-src ${sourcesOf(entered).join(" ")}`;
}

/** What such a policy lists. */
export function sourcesOf(entered: readonly string[]): string[] {
  const sources = entered.map(sourceOf).filter((source) => source !== undefined);
  return [...new Set([...NAMED, ...sources])];
}

/** The origin of a web address: nothing else of it could be a part of a policy. */
function sourceOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  if (NAME.test(url.hostname)) return url.origin;
  return isHost(url.hostname) ? anyHost(url) : undefined;
}

/** Whether a policy can be made for a host. */
export function isHost(hostname: string): boolean {
  return NAME.test(hostname) || OTHER_HOST.test(hostname);
}

/** Where a host cannot stand in a policy, its port can. */
export function anyHost({ protocol, port }: URL): string {
  return `${protocol}//*:${port || (protocol === "https:" ? 443 : 80)}`;
}
