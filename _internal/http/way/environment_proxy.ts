// Copyright 2026 the Rivulet authors. MIT license.

// Which proxies the environment names, and for whom not. Deno and Bun send even requests for this
// computer through them, and so does Node with NODE_USE_ENV_PROXY.

/** The value of a variable of the environment; null if it must not be read. */
export type ReadVariable = (name: string) => string | null | undefined;

/** The error of a request for this computer that a proxy would get to see. */
export class ProxyInTheWay extends Error {}

/** What is known of a proxy for addresses of one protocol. */
export type ProxyState = "none" | "named" | "unknown";

/** Whether the environment names a proxy for a protocol, such as `http:`. */
export function proxyState(protocol: string, read: ReadVariable): ProxyState {
  const name = `${protocol.slice(0, -1).toUpperCase()}_PROXY`;
  const values = bothCases([name, "ALL_PROXY"]).map(read);
  if (values.some(Boolean)) return "named";
  return values.includes(null) ? "unknown" : "none";
}

/** The host of an address without the brackets of IPv6. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/**
 * Whether each list of exceptions names one of these hosts. Platforms differ in which of the two
 * lists counts, so that both must.
 */
export function isExempt(hosts: readonly string[], read: ReadVariable): boolean {
  const lists = bothCases(["NO_PROXY"]).map(read).filter((list) => list !== undefined);
  return lists.length > 0 && lists.every((list) => {
    const names = list?.split(/[\s,]+/) ?? [];
    return hosts.some((host) => names.includes(host));
  });
}

function bothCases(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, name.toLowerCase()]);
}
