// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { Button } from "../parts/button.tsx";
import { Section } from "../parts/dialog.tsx";
import { focusFirst } from "../parts/focus_first.ts";
import { Row } from "../parts/panel.tsx";
import type { DeletionReport } from "./delete_all.ts";

/** What was deleted and what was not. There is nothing left to look at: the page starts anew. */
export function EverythingDeleted({ report }: { report: DeletionReport }): JSX.Element {
  const { deleted, spared } = report;
  return (
    <Section title={titleOf(report)}>
      <Outcome report={report} />
      <Names intro="Deleted:" names={deleted} />
      <Names intro={`Left for other apps at ${location.host}:`} names={spared} />
      <Row>
        <Button class="primary" ref={focusFirst} onClick={() => location.reload()}>
          Reload the page
        </Button>
      </Row>
    </Section>
  );
}

function Outcome({ report: { left, isRefused } }: { report: DeletionReport }): JSX.Element {
  if (isRefused) {
    return (
      <p>
        This browser lets this page keep nothing, and see nothing that it may have kept before. What
        an earlier visit may have left is deleted in the browser's settings for this site.
      </p>
    );
  }
  if (left.length === 0) {
    return <p>This browser keeps nothing of the page any more. It starts anew with a reload.</p>;
  }
  return (
    <>
      <Names intro="The browser did not let go of:" names={left} />
      <p>Close the other tabs of this page, reload it, and delete once more.</p>
    </>
  );
}

function Names({ intro, names }: { intro: string; names: readonly string[] }): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <>
      <p>{intro}</p>
      <ul class="names">{names.map((name) => <li key={name}>{name}</li>)}</ul>
    </>
  );
}

/** How it went, in a few words. */
export function titleOf({ left, isRefused }: DeletionReport): string {
  if (isRefused) return "Nothing could be deleted";
  return left.length === 0 ? "Everything is deleted" : "Not everything is deleted";
}
