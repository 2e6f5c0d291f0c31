// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { say } from "../actions/actions.ts";
import { STORAGE_WORDS } from "../messages/troubles.ts";
import { formatBytes } from "../messages/format.ts";
import { forgetItem } from "./forget_item.ts";
import { type KeptItem, listKeptItems } from "./kept_items.ts";
import { Button } from "../parts/button.tsx";

interface Kept {
  readonly items: readonly KeptItem[];
  /** As the browser itself counts. */
  readonly estimate: StorageEstimate;
}

/** Everything that this browser keeps for the page, each with its size and a way to delete it. */
export function KeptSection(): JSX.Element {
  const page = usePage();
  const { state } = page;
  const kept = useSignal<Kept | undefined>(undefined);
  // What another tab or an answer has changed meanwhile is measured anew.
  useEffect(() => void measure(), [state.kept.value, state.settings.value]);

  async function measure(): Promise<void> {
    // A look into the database would make it anew.
    if (state.isDeleted.peek()) return;
    const items = await listKeptItems(page);
    const estimate = await navigator.storage?.estimate?.().catch(() => undefined) ?? {};
    kept.value = { items, estimate };
  }
  async function remove(item: KeptItem): Promise<void> {
    await item.remove();
    await forgetItem(item, page);
    say(state, `${item.name} deleted.`);
    await measure();
    // The button that had the focus is gone.
    document.querySelector<HTMLElement>("#privacy-dialog .kept button")?.focus();
  }

  if (kept.value === undefined) return <p class="hint">Measuring…</p>;
  const { items, estimate } = kept.value;
  const trouble = state.storageTrouble.value;
  return (
    <>
      {trouble !== undefined && <p>{STORAGE_WORDS[trouble]}</p>}
      {items.length === 0 ? <p>Nothing.</p> : <KeptTable items={items} onRemove={remove} />}
      <Estimate estimate={estimate} sum={sumOf(items)} />
    </>
  );
}

function KeptTable(
  { items, onRemove }: { items: readonly KeptItem[]; onRemove: (item: KeptItem) => void },
): JSX.Element {
  return (
    <table class="kept">
      <thead class="unseen">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Size</th>
          <th scope="col">Delete</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.name}>
            <td>{item.name}</td>
            <Size bytes={item.bytes} />
            <td class="number">
              <Button
                class="quiet"
                aria-label={`Delete: ${item.name}`}
                onClick={() => onRemove(item)}
              >
                Delete
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
          <Size bytes={sumOf(items)} />
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function Size({ bytes }: { bytes: number }): JSX.Element {
  return (
    <td class="number">
      <data value={String(bytes)}>{formatBytes(bytes)}</data>
    </td>
  );
}

/** A browser rounds up, and clears what was deleted when it likes: that needs a word. */
function Estimate(
  { estimate: { usage = 0, quota }, sum }: { estimate: StorageEstimate; sum: number },
): JSX.Element | null {
  if (quota === undefined) return null;
  return (
    <p class="hint">
      The browser counts {formatBytes(usage)} for this site, and allows {formatBytes(quota)}.
      {usage > sum &&
        " Its count has its own files in it, what other apps at this address keep, and what was " +
          "deleted and is not cleared away yet."}
    </p>
  );
}

function sumOf(items: readonly KeptItem[]): number {
  return items.reduce((sum, { bytes }) => sum + bytes, 0);
}
