// Copyright 2026 the Rivulet authors. MIT license.

import { createSentToggle } from "../answer/sent_view.ts";
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
  const { toggle, view } = createSentToggle("Show exactly what is sent", sent);
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
    view,
  );
}
