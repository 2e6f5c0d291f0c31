// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Panel, Row } from "../parts/panel.tsx";
import { targetNameOf } from "../messages/target_names.ts";

/** This browser has no WebGPU: something else has to answer. */
export function NoGraphicsPanel(): JSX.Element {
  const { state } = usePage();
  return (
    <Panel title="This browser cannot run a model.">
      <p>
        It has no WebGPU, or its graphics card is blocked. The matches work all the same; for an
        answer pick who answers:
      </p>
      <Row>
        {(["local-a", "local-b", "standard-compatible"] as const).map((picked) => (
          <Button
            key={picked}
            onClick={() => state.dialog.value = { kind: "engine", picked, asksAgain: true }}
          >
            {targetNameOf(picked).name}
          </Button>
        ))}
      </Row>
    </Panel>
  );
}
