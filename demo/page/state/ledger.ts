// Copyright 2026 the Rivulet authors. MIT license.

/** What was sent to one host, since the page was opened. */
export interface LedgerEntry {
  readonly host: string;
  /** What for, in words; one host may serve several ends. */
  readonly why: string;
  readonly requests: number;
  /** The bodies of the requests. */
  readonly bytesOut: number;
}

/** The ledger with one more request. */
export function addToLedger(
  entries: readonly LedgerEntry[],
  { host, why, bytesOut }: { host: string; why: string; bytesOut: number },
): readonly LedgerEntry[] {
  const known = entries.find((entry) => entry.host === host);
  const reasons = known?.why.split("; ") ?? [];
  const entry: LedgerEntry = {
    host,
    why: (reasons.includes(why) ? reasons : [...reasons, why]).join("; "),
    requests: (known?.requests ?? 0) + 1,
    bytesOut: (known?.bytesOut ?? 0) + bytesOut,
  };
  return known === undefined
    ? [...entries, entry]
    : entries.map((other) => other === known ? entry : other);
}
