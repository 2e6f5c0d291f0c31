// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { formatBytes, formatCount } from "../messages/format.ts";
import type { LedgerEntry } from "../state/ledger.ts";

/** What was sent to whom, and why. */
export function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }): JSX.Element {
  if (entries.length === 0) return <p>Nothing. The page has called no other host.</p>;
  return (
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Host</th>
          <th scope="col">Why</th>
          <th scope="col" class="number">Requests</th>
          <th scope="col" class="number">Sent</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ host, why, requests, bytesOut }) => (
          <tr key={host}>
            <td>{host}</td>
            <td>{why}</td>
            <td class="number">{formatCount(requests)}</td>
            <td class="number">{formatBytes(bytesOut)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
