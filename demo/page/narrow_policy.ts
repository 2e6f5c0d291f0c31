// Copyright 2026 the Rivulet authors. MIT license.

// A Content Security Policy can be added to a page that runs, and never taken away. So the page
// comes with the widest that it may ever need, and makes it as narrow as this person needs it.

/** Hosts that the page itself names: stars, READMEs, models and their mirrors, a remote provider. */
const NAMED = [
  "'self'",
  "http://localhost:*",
  "http://127.0.0.1:*",
  "https://api.github.com",
  "https://raw.githubusercontent.com",
  "https://huggingface.co",
  "https://*.huggingface.co",
  "https://*.hf.co",
  "https://api.openai.com",
];

/**
 * From now on, and until the next load, the page reaches the hosts that it names and those of these
 * addresses, which the person has entered. To be called once, before the first request. Whoever
 * enters another one has the page loaded anew: see `isReachable`.
 */
export function narrowPolicy(entered: readonly string[]): void {
  const meta = document.createElement("meta");
  meta.httpEquiv = "Content-Security-Policy";
  meta.content = policyFor(entered);
  document.head.append(meta);
}

/** The policy that is added. */
export function policyFor(entered: readonly string[]): string {
  return `connect-src ${[...NAMED, ...originsOf(entered)].join(" ")}`;
}

/** Whether the policy for these addresses lets the page reach another one. */
export function isReachable(address: string, entered: readonly string[]): boolean {
  const origin = originOf(address);
  if (origin === undefined) return false;
  const { hostname, protocol } = new URL(origin);
  if (protocol === "http:" && (hostname === "localhost" || hostname === "127.0.0.1")) return true;
  return [...NAMED, ...originsOf(entered)].some((source) =>
    source.startsWith("https://*.")
      ? protocol === "https:" && hostname.endsWith(source.slice("https://*".length)) &&
        new URL(origin).port === ""
      : source === origin
  ) || origin === globalThis.location?.origin;
}

function originsOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(originOf).filter((origin) => origin !== undefined))];
}

/** Only the origin, and only of a web address: nothing else of it could be a part of a policy. */
function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, protocol } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? origin : undefined;
}
