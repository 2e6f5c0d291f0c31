// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { Diagnosis } from "../../engines/doctor.ts";
import { FailureWords } from "../parts/failure_words.tsx";
import { Row } from "../parts/panel.tsx";
import type { Asked } from "../state/asked.ts";
import type { Phase } from "../state/phase.ts";
import { WaysOut } from "./ways_out.tsx";

/** Why there is no answer, or no more of it, with the one set of ways out. */
export function FailurePanel(
  { asked, title }: { asked: Asked; title?: string | undefined },
): JSX.Element | null {
  const reason = reasonOf(asked.phase.value);
  if (reason === undefined) return null;
  return (
    <FailureWords reason={reason} title={title}>
      <Row>
        <WaysOut asked={asked} />
      </Row>
    </FailureWords>
  );
}

function reasonOf(phase: Phase): Diagnosis | undefined {
  if (phase.kind === "failed" || phase.kind === "broken") return phase.reason;
  if (phase.kind !== "no key") return undefined;
  return {
    message: `${phase.host} needs a key.`,
    fix: "It stays in memory, unless you keep it for this tab.",
  };
}
