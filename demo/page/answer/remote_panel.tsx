// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { focusFirst } from "../parts/focus_first.ts";
import { Panel, Row } from "../parts/panel.tsx";
import type { Asked } from "../state/asked.ts";
import { formatPlural } from "../messages/format.ts";
import type { Phase } from "../state/phase.ts";
import { SentView } from "./sent_view.tsx";
import { asking } from "../ask/asking_part.ts";

/** Asks once for each host before anything goes there. */
export function RemotePanel(
  { asked, phase: { host, keepsKey } }: {
    asked: Asked;
    phase: Extract<Phase, { kind: "sending?" }>;
  },
): JSX.Element {
  const { state, late } = usePage();
  const showsSent = useSignal(false);
  const sent = asked.sent.value;
  const count = asked.matches.value?.repositories.length ?? 0;
  const summaries = count === 1
    ? "this summary"
    : `these ${formatPlural(count, "summary", "summaries")}`;
  const hasKey = new Headers(sent?.headers).has("authorization");
  const decide = (isSent: boolean): void => {
    late.use(asking, (part) => part.decide(isSent));
  };
  return (
    <Panel title={`Send to ${host}?`}>
      <p>
        Your question{asked.before !== undefined && ", the conversation so far"} and {summaries}
        {" "}
        leave this device.
        {hasKey &&
          ` Your key goes to that address only and is forgotten when you close this ${
            keepsKey ? "tab" : "page"
          }.`}
      </p>
      <Row>
        <Button class="primary" ref={focusFirst} onClick={() => decide(true)}>Send</Button>
        <Button aria-expanded={showsSent.value} onClick={() => showsSent.value = !showsSent.value}>
          Show exactly what is sent
        </Button>
        <Button
          onClick={() => {
            decide(false);
            state.dialog.value = { kind: "engine", picked: "webllm" };
          }}
        >
          Stay local
        </Button>
      </Row>
      {sent !== undefined && showsSent.value && <SentView sent={sent} />}
    </Panel>
  );
}
