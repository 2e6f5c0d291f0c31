// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { modelName } from "../target/model_picks.ts";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Panel, Row } from "../parts/panel.tsx";
import { ProgressBar } from "../parts/progress_bar.tsx";
import type { Asked } from "../state/asked.ts";
import type { LoadLine } from "../state/load_line.ts";
import { WaysOut } from "./ways_out.tsx";
import { asking } from "../ask/asking_part.ts";

/** The way of a model from the network into graphics memory. */
export function LoadingPanel(
  { asked, line: { line, progress, progressText = line } }: { asked: Asked; line: LoadLine },
): JSX.Element {
  const { late } = usePage();
  return (
    <Panel title={`Getting ${nameOf(asked)} ready`}>
      <p>{line}</p>
      <ProgressBar label="Download" progress={progress} words={progressText} />
      <Row>
        <Button onClick={() => late.use(asking, (part) => part.stop())}>Cancel</Button>
      </Row>
    </Panel>
  );
}

/** The person has cancelled the download of a model. */
export function CancelledPanel({ asked }: { asked: Asked }): JSX.Element {
  return (
    <Panel title={`${nameOf(asked)} is not ready`}>
      <p>
        You have cancelled. The files that have arrived whole stay in this browser, and the next try
        goes on from there.
      </p>
      <Row>
        <WaysOut asked={asked} />
      </Row>
    </Panel>
  );
}

function nameOf({ target }: Asked): string {
  return modelName(target.value?.choice?.model ?? "");
}
