// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { hostOf } from "../../engines/host.ts";
import type { ReadmesStepsProps } from "../late_parts.ts";
import { usePage } from "../page.ts";
import { focusFirst } from "../parts/focus_first.ts";
import { README_URL } from "../readmes/readme_url.ts";
import { formatPlural } from "../state/format.ts";

/** What is asked before READMEs are read, and how far the reading is. */
export function ReadmesSteps(
  { missing, onRefuse }: ReadmesStepsProps,
): JSX.Element {
  const { state, late } = usePage();
  const { step } = state.readmes.value;
  if (step.kind === "reading") {
    return (
      <div class="readmes">
        <p class="hint">Reading READMEs: {step.done} of {step.total}</p>
        <button
          type="button"
          class="quiet"
          onClick={() => late.use(({ readmes }) => readmes.cancel())}
        >
          Cancel
        </button>
      </div>
    );
  }
  return (
    <div class="readmes">
      <p class="hint">
        One request for each goes to{" "}
        {hostOf(state.settings.value.readmeUrl ?? README_URL)}, which learns what you look at. The
        first 600 characters then go with your question to the engine that you pick.
      </p>
      <div class="row">
        <button
          type="button"
          class="primary"
          ref={focusFirst}
          onClick={() => late.use(({ readmes }) => readmes.read(missing))}
        >
          Send {formatPlural(missing.length, "request")}
        </button>
        <button type="button" onClick={onRefuse}>Not now</button>
      </div>
    </div>
  );
}
