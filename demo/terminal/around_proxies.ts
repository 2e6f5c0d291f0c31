// Copyright 2026 the Rivulet authors. MIT license.

import { readVariable } from "./variables.ts";

/** This machine by all its names; some of them lead to it from everywhere. */
const THIS_MACHINE = ["localhost", "localhost.", "127.0.0.0/8", "::1", "0.0.0.0", "::"];

/**
 * Lets the requests to this machine go around a proxy, which would get every question and could
 * answer in the name of a local server. To be called before the first request, because Deno looks
 * at the variable then and never again. Without the permission for it, the variable stays as it is.
 */
export function goAroundProxies(): void {
  // The one in capitals hides the other.
  const named = readVariable("NO_PROXY") ?? readVariable("no_proxy");
  const hosts = named === undefined ? THIS_MACHINE : [named, ...THIS_MACHINE];
  try {
    Deno.env.set("NO_PROXY", hosts.join(","));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
  }
}
