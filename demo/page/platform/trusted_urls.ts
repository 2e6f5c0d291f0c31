// Copyright 2026 the Rivulet authors. MIT license.

// The only addresses that become scripts of their own. Where the browser has Trusted Types, the
// policy of the page lets no other text be one, whoever has written it.

/** What the page starts beside itself. */
const SCRIPTS = ["engine_worker.js", "search_worker.js", "service_worker.js"] as const;

/** The part of Trusted Types that is used here; some browsers have none. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

// Its name stands in the Content Security Policy, and it can be made only once.
const policy = trustedTypes?.createPolicy("ask-your-stars", {
  createScriptURL(address) {
    if (SCRIPTS.some((name) => addressOf(name) === address)) return address;
    throw new TypeError(`Start a script of the page, "${address}" is none`);
  },
});

/** The address of a script beside the page, for a worker or a service worker. */
export function scriptUrl(name: (typeof SCRIPTS)[number]): string {
  const address = addressOf(name);
  // The types of browsers still ask for a text; the object becomes the same one.
  return policy === undefined ? address : policy.createScriptURL(address) as string;
}

function addressOf(name: string): string {
  return new URL(name, document.baseURI).href;
}
