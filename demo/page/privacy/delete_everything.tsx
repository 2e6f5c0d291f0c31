// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { focusFirst } from "../parts/focus_first.ts";
import { Row } from "../parts/panel.tsx";
import { say } from "../actions/actions.ts";
import { deleteAll, type DeletionReport } from "./delete_all.ts";
import { titleOf } from "./everything_deleted.tsx";

/** Deletes all that is kept, after one more question. */
export function DeleteEverything(
  { onDeleted }: { onDeleted: (report: DeletionReport) => void },
): JSX.Element {
  const page = usePage();
  const step = useSignal<"idle" | "sure?" | "kept" | "deleting">("idle");

  async function remove(): Promise<void> {
    step.value = "deleting";
    const report = await deleteAll(page);
    say(page.state, `${titleOf(report)}.`);
    onDeleted(report);
  }
  if (step.value === "idle" || step.value === "kept") {
    return (
      <Row>
        <Button
          class="danger"
          ref={step.value === "kept" ? focusFirst : null}
          onClick={() => step.value = "sure?"}
        >
          Delete everything
        </Button>
      </Row>
    );
  }
  const isDeleting = step.value === "deleting";
  return (
    <Row>
      <Button class="danger" ref={focusFirst} disabled={isDeleting} onClick={remove}>
        {isDeleting ? "Deleting…" : "Yes, delete everything"}
      </Button>
      {!isDeleting && <Button onClick={() => step.value = "kept"}>Keep it</Button>}
    </Row>
  );
}
