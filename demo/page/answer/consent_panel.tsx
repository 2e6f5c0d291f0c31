// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { pickChoices } from "../target/model_picks.ts";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Choices } from "../parts/choices.tsx";
import { Panel, Row } from "../parts/panel.tsx";
import { dropQuestion } from "../actions/question_actions.ts";
import type { ConsentFacts } from "../state/consent.ts";
import { formatBytes } from "../messages/format.ts";
import { asking } from "../ask/asking_part.ts";

/** A download needs some room beside the files themselves. */
const ROOM = 1.1;

/** Asks before the model that answers is downloaded. */
export function ConsentPanel({ facts }: { facts: ConsentFacts }): JSX.Element {
  const { state, late } = usePage();
  return (
    <Consent
      facts={facts}
      onAgree={(download) => late.use(asking, (part) => part.askAgain({ download }))}
      onRefuse={() => dropQuestion(state)}
    />
  );
}

/** Asks before a model is downloaded. */
export function Consent(
  { facts: { purpose, picks, kept, chosen, hosts, freeBytes }, onAgree, onRefuse }: {
    facts: ConsentFacts;
    onAgree: (id: string) => void;
    onRefuse: () => void;
  },
): JSX.Element {
  const picked = useSignal(chosen);
  const pick = picks.find(({ id }) => id === picked.value) ?? picks[0]!;
  const needed = pick.downloadBytes * ROOM;
  const share = kept.get(pick.id) ?? "none";
  const isTight = share !== "whole" && freeBytes !== undefined && freeBytes < needed;
  const agree = (): void => {
    // Without it, a browser that runs out of space may drop the model.
    navigator.storage?.persist?.().catch(() => {});
    onAgree(pick.id);
  };
  return (
    <Panel title={`Download a model to ${purpose}?`}>
      <p>It runs on this device and stays in this browser until you delete it.</p>
      <Choices
        name="pick"
        label="Model"
        choices={pickChoices(picks, { kept, chosen: pick.id })}
        hasFocus
        onPick={(id) => picked.value = id}
      />
      <p class="hint">
        {isTight
          ? `This needs ${formatBytes(needed)}; this site may use ${formatBytes(freeBytes)}. ` +
            "Private windows allow less."
          : `Files come from ${hosts.join(" and ")}.` +
            (freeBytes === undefined ? "" : ` ${formatBytes(freeBytes)} free for this site.`)}
      </p>
      <Row>
        <Button class="primary" disabled={isTight} onClick={agree}>
          {{
            none: `Download about ${formatBytes(pick.downloadBytes)}`,
            part: "Go on with the download",
            whole: "Use it",
          }[share]}
        </Button>
        <Button onClick={onRefuse}>Not now, just show matches</Button>
      </Row>
    </Panel>
  );
}
