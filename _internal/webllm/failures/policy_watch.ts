// Copyright 2026 the Rivulet authors. MIT license.

import { readFailure } from "./failure.ts";

/** What is used of the event by which a browser tells of its Content Security Policy. */
interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURI: string;
}

/**
 * Hears what the Content Security Policy forbids while something runs: what fails for it says no
 * more than that it has failed. A page may have other violations, so only what is meant counts.
 */
export class PolicyWatch {
  readonly #isMeant: (violation: Violation) => boolean;
  #found: Violation | undefined;

  constructor(isMeant: (violation: Violation) => boolean) {
    this.#isMeant = isMeant;
    // Node has none; in a page the event comes up from the document.
    globalThis.addEventListener?.("securitypolicyviolation", this.#hear);
  }

  /** What was forbidden. The browser tells it after the failure. */
  async found(): Promise<Violation | undefined> {
    await new Promise((resolve) => setTimeout(resolve));
    return this.#found;
  }

  stop(): void {
    globalThis.removeEventListener?.("securitypolicyviolation", this.#hear);
  }

  readonly #hear = (event: unknown): void => {
    if (this.#isMeant(event as Violation)) this.#found ??= event as Violation;
  };
}

/** The promise of a load, whose error names the policy where that has forbidden a file of these hosts. */
export async function namingPolicy(
  loading: Promise<void>,
  hosts: readonly string[],
): Promise<void> {
  const watch = new PolicyWatch(({ effectiveDirective, blockedURI }) =>
    effectiveDirective === "connect-src" && hosts.some((host) => blockedURI.startsWith(host))
  );
  try {
    await loading;
  } catch (cause) {
    const isOfNetwork = /fetch|Load failed|NetworkError/i.test(readFailure(cause).text);
    const found = isOfNetwork ? await watch.found() : undefined;
    if (found === undefined) throw cause;
    const message = `The Content Security Policy forbids ${found.blockedURI} in connect-src`;
    throw new Error(message, { cause });
  } finally {
    watch.stop();
  }
}
