// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { linkTo } from "../ask/link.ts";
import { usePage } from "../core/page.ts";
import { say } from "../actions/actions.ts";
import { sentWords } from "../messages/source_words.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy_button.tsx";
import { Menu } from "../parts/menu.tsx";
import type { Asked } from "../state/asked.ts";
import { copyMarkdown } from "./copy_markdown.ts";
import { SentView } from "./sent_view.tsx";
import { WaysOut } from "./ways_out.tsx";

/** What can be done with an answer, in one row. */
export function AnswerActions(
  { asked, hasWays }: {
    asked: Asked;
    /** Whether the ways out stand here, and not in a panel above. */
    hasWays: boolean;
  },
): JSX.Element {
  const { state } = usePage();
  const showsSent = useSignal(false);
  const sent = asked.sent.value;
  const user = asked.list.startsWith("@") ? asked.list.slice(1) : undefined;
  return (
    <>
      <div class="actions">
        {asked.text.value !== "" && (
          <CopyButton
            className="quiet"
            readText={() =>
              copyMarkdown(asked.text.peek(), asked.matches.peek()?.repositories ?? [])}
          />
        )}
        {hasWays && <WaysOut asked={asked} part="first" />}
        <Menu label="More about the answer">
          <CopyButton
            label="Link to this question"
            readText={() => linkTo(asked.question, user ?? state.settings.peek().user)}
          />
          {sent !== undefined && (
            <Button
              aria-expanded={showsSent.value}
              onClick={() => {
                showsSent.value = !showsSent.value;
                say(state, sentWords(showsSent.value));
              }}
            >
              Text sent
            </Button>
          )}
          {hasWays && <WaysOut asked={asked} part="others" />}
        </Menu>
      </div>
      {sent !== undefined && showsSent.value && <SentView sent={sent} />}
    </>
  );
}
