// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { usePage } from "../page.ts";
import { Section } from "../parts/dialog.tsx";
import { focusFirst } from "../parts/focus_first.ts";
import { Row } from "../parts/panel.tsx";
import { say } from "../state/actions.ts";
import { deleteEverything } from "../storage/delete_everything.ts";

/** Deletes all that is kept, after one more question. */
export function DeleteEverything(
  { onDeleted }: { onDeleted: (left: readonly string[]) => void },
): JSX.Element {
  const { state, storage, tabs, keys, late } = usePage();
  const step = useSignal<"idle" | "sure?" | "kept" | "deleting">("idle");

  async function remove(): Promise<void> {
    step.value = "deleting";
    // From here on nothing may be kept any more, whatever is still on its way.
    state.isDeleted.value = true;
    state.kept.value = [];
    late.loaded.peek()?.stars.cancel();
    keys.clear();
    const left = await deleteEverything({ storage, tabs });
    say(state, left.length === 0 ? "Everything is deleted." : "Not everything could be deleted.");
    onDeleted(left);
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

/** There is nothing left to look at: the page starts anew. */
export function EverythingDeleted({ left }: { left: readonly string[] }): JSX.Element {
  return (
    <Section title={left.length === 0 ? "Everything is deleted" : "Not everything is deleted"}>
      <p>
        {left.length === 0
          ? "This browser keeps nothing of the page any more. It starts anew with a reload."
          : `The browser did not let go of: ${
            left.join(", ")
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
