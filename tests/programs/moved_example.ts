// Copyright 2026 the Rivulet authors. MIT license.

import type { Example } from "./example.ts";
import { type Recorder, startRecorder } from "./recorder.ts";

/** An example whose servers are those of a test: all that is changed in it. */
export interface MovedExample extends AsyncDisposable {
  readonly code: string;
  /** The permissions of the text, or else for the addresses in it. */
  readonly permissions: readonly string[];
  /** The servers, each in the place of one host. */
  readonly servers: readonly Recorder[];
}

const ADDRESS = /(https?):\/\/([\w.-]+(?::\d+)?)/g;

/** Starts a server for each host that an example names, and puts it in its place. */
export function moveExample({ code, permission }: Omit<Example, "name">): MovedExample {
  const hosts = new Map<string, Recorder>();
  for (const [, scheme, host = ""] of code.matchAll(ADDRESS)) {
    if (!hosts.has(host)) hosts.set(host, startRecorder(scheme === "https" ? "https" : "http"));
  }
  const newHost = (host: string) => {
    const server = hosts.get(host);
    return server === undefined ? host : `localhost:${server.port}`;
  };
  const named = permission ?? (hosts.size > 0 ? `--allow-net=${[...hosts.keys()]}` : undefined);
  const [flag, list] = named?.split("=") ?? [];
  const permitted = list === undefined ? flag : `${flag}=${list.split(",").map(newHost)}`;
  return {
    code: code.replaceAll(ADDRESS, (_, scheme, host) => `${scheme}://${newHost(host)}`),
    permissions: permitted === undefined ? [] : [permitted],
    servers: [...hosts.values()],
    async [Symbol.asyncDispose]() {
      for (const server of hosts.values()) await server[Symbol.asyncDispose]();
    },
  };
}
