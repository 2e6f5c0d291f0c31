// Copyright 2026 the Rivulet authors. MIT license.

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
