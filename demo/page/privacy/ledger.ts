// Copyright 2026 the Rivulet authors. MIT license.

import { Cell } from "../cell.ts";
import type { LedgerRequest } from "./watched_fetch.ts";

/** What was sent to one host, since the page was opened. */
export interface LedgerEntry {
  readonly host: string;
  /** What for, in words; one host may serve several ends. */
  readonly why: string;
  readonly requests: number;
  /** The bodies of the requests. */
  readonly bytesOut: number;
}

/** What READMEs are read for. */
export const README_REASON = "READMEs of matches";

/** Whether an address is that of a README. */
export function isReadme({ pathname }: URL): boolean {
  return pathname.endsWith("/HEAD/README.md");
}

/** Keeps account of every request to another host. */
export class Ledger {
  readonly entries: Cell<readonly LedgerEntry[]> = new Cell<readonly LedgerEntry[]>([]);
  /** Says what a request is for; until the rest of the page is here, there are two ends. */
  reasonOf: (url: URL) => string = (url) => isReadme(url) ? README_REASON : "Stars";
  readonly #ownHost: string;

  constructor(ownHost: string) {
    this.#ownHost = ownHost;
  }

  record({ url, bytesOut }: LedgerRequest): void {
    const parsed = new URL(url);
    if (parsed.host === this.#ownHost || !/^https?:$/.test(parsed.protocol)) return;
    const entries = this.entries.get();
    const known = entries.find(({ host }) => host === parsed.host);
    const reason = this.reasonOf(parsed);
    const reasons = known?.why.split("; ") ?? [];
    const entry: LedgerEntry = {
      host: parsed.host,
      why: (reasons.includes(reason) ? reasons : [...reasons, reason]).join("; "),
      requests: (known?.requests ?? 0) + 1,
      bytesOut: (known?.bytesOut ?? 0) + bytesOut,
    };
    this.entries.set(
      known === undefined
        ? [...entries, entry]
        : entries.map((other) => other === known ? entry : other),
    );
  }
}
