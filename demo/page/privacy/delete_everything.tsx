// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { usePage } from "../page.ts";
import { Section } from "../parts/dialog.tsx";
import { focusFirst } from "../parts/focus_first.ts";
import { Row } from "../parts/panel.tsx";
import { say } from "../state/actions.ts";
import { deleteEverything } from "../storage/delete_everything.ts";
import { scriptUrl } from "../trusted_urls.ts";
import { deleteLoadedModels } from "../engine/kept_models.ts";
import { type KeptItem, listKeptItems } from "./kept_items.ts";

/** Deletes all that is kept, after one more question. */
export function DeleteEverything(
  { onDeleted }: { onDeleted: (outcome: DeletionOutcome) => void },
): JSX.Element {
  const page = usePage();
  const { state, storage, tabs, keys, late } = page;
  const step = useSignal<"idle" | "sure?" | "kept" | "deleting">("idle");

  async function remove(): Promise<void> {
    step.value = "deleting";
    const items = await listKeptItems(page);
    // From here on nothing may be kept any more, whatever is still on its way.
    state.isDeleted.value = true;
    state.kept.value = [];
    late.loaded.peek()?.stars.cancel();
    keys.clear();
    const failed = await deleteEverything({
      ...{ storage, tabs, deleteModels: deleteLoadedModels },
      // An object, where the browser has Trusted Types.
      workerUrl: String(scriptUrl("service_worker.js")),
    });
    say(state, failed.length === 0 ? "Everything is deleted." : "Not everything could be deleted.");
    onDeleted({
      deleted: namesOf(items.filter(({ isForeign }) => !isForeign)),
      foreign: namesOf(items.filter(({ isForeign }) => isForeign)),
      failed,
    });
  }
  if (step.value === "idle" || step.value === "kept") {
    return (
      <Row>
        <button
          type="button"
          class="danger"
          ref={step.value === "kept" ? focusFirst : null}
          onClick={() => step.value = "sure?"}
        >
          Delete everything
        </button>
      </Row>
    );
  }
  const isDeleting = step.value === "deleting";
  return (
    <Row>
      <button type="button" class="danger" ref={focusFirst} disabled={isDeleting} onClick={remove}>
        {isDeleting ? "Deleting…" : "Yes, delete everything"}
      </button>
      {!isDeleting && <button type="button" onClick={() => step.value = "kept"}>Keep it</button>}
    </Row>
  );
}

/** What became of all that was kept, by its names. */
export interface DeletionOutcome {
  readonly deleted: readonly string[];
  /** What other apps of this origin may have brought. */
  readonly foreign: readonly string[];
  /** What the browser did not let go of. */
  readonly failed: readonly string[];
}

function namesOf(items: readonly KeptItem[]): string[] {
  return items.map(({ name }) => name);
}

/** There is nothing left to look at: the page starts anew. */
export function EverythingDeleted(
  { outcome: { deleted, foreign, failed } }: { outcome: DeletionOutcome },
): JSX.Element {
  const isDone = failed.length === 0;
  return (
    <Section title={isDone ? "Everything is deleted" : "Not everything is deleted"}>
      {isDone && deleted.length > 0 && <Names title="Deleted:" names={deleted} />}
      {foreign.length > 0 && <Names title="Left, since another page may use it:" names={foreign} />}
      <p>
        {isDone
          ? "This browser keeps nothing of this page any more. What other pages keep at this " +
            "address is untouched. The page starts anew with a reload."
          : `The browser did not let go of: ${
            failed.join(", ")
          }. Close the other tabs of this page, ` +
            "reload it, and delete once more."}
      </p>
      <Row>
        <button type="button" class="primary" ref={focusFirst} onClick={() => location.reload()}>
          Reload the page
        </button>
      </Row>
    </Section>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }): JSX.Element {
  return (
    <>
      <p>{title}</p>
      <ul class="names">{names.map((name) => <li key={name}>{name}</li>)}</ul>
    </>
  );
}
