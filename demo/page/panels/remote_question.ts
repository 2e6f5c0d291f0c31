// Copyright 2026 the Rivulet authors. MIT license.

import { createSentView } from "../answer/sent_view.ts";
import type { SentRequest } from "../answer/sent_request.ts";
import { button, element } from "../dom.ts";
import { formatPlural } from "../format.ts";
import { createPanel, createRow } from "./panel.ts";

/** Asks once for each host before anything goes there. */
export function createRemoteQuestion(
  { host, matchCount, keepsKey, sent }: {
    host: string;
    matchCount: number;
    /** Whether the key is kept for this tab. */
    keepsKey: boolean;
    sent: SentRequest;
  },
  { onSend, onStay }: { onSend: () => void; onStay: () => void },
): HTMLElement {
  const sentView = createSentView(sent);
  sentView.hidden = true;
  const toggle = button("Show exactly what is sent", () => {
    sentView.hidden = !sentView.hidden;
    toggle.setAttribute("aria-expanded", String(!sentView.hidden));
  }, { "aria-expanded": "false" });
  return createPanel(
    `Send to ${host}?`,
    element(
      "p",
      {},
      `Your question and ${
        matchCount === 1
          ? "this summary"
          : `these ${formatPlural(matchCount, "summary", "summaries")}`
      } leave this device. Your key goes to that address only and is forgotten when you close this ${
        keepsKey ? "tab" : "page"
      }.`,
    ),
    createRow(button("Send", onSend, { class: "primary" }), toggle, button("Stay local", onStay)),
    sentView,
  );
}
