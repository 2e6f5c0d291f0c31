// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { figureWords } from "../messages/phase_words.ts";
import type { Asked } from "../state/asked.ts";
import { Button } from "../parts/button.tsx";

/** Who has answered, and how fast where a person wants to know. */
export function Figures({ asked }: { asked: Asked }): JSX.Element {
  const isOpen = useSignal(false);
  const by = asked.target.value?.by;
  const figures = figureWords(asked);
  return (
    <p class="figures">
      {isOpen.value ? figures : by}
      {figures !== by && (
        <Button
          class="link"
          aria-label="Figures of the answer"
          aria-expanded={isOpen.value}
          onClick={() => isOpen.value = !isOpen.value}
        >
          <span class="info" aria-hidden="true">i</span>
        </Button>
      )}
    </p>
  );
}
