// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { hostOf } from "../../engines/host.ts";
import type { Repository } from "../../stars/repository.ts";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { focusFirst } from "../parts/focus_first.ts";
import { README_URL } from "../readmes/readme_url.ts";
import { formatPlural } from "../messages/format.ts";
import { readmes } from "../readmes/readmes_part.ts";

/** What is asked before READMEs are read, and how far the reading is. */
export function ReadmesSteps(
  { missing, onRefuse }: { missing: readonly Repository[]; onRefuse: () => void },
): JSX.Element {
  const { state, late } = usePage();
  const { step } = state.readmes.value;
  if (step.kind === "reading") {
    return (
      <div class="readmes">
        <p class="hint">Reading READMEs: {step.done} of {step.total}</p>
        <Button class="quiet" onClick={() => late.use(readmes, (part) => part.cancel())}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div class="readmes">
      <p class="hint">
        One request for each goes to{" "}
        {hostOf(state.settings.value.readmeUrl ?? README_URL)}, which learns what you look at. The
        first 600 characters then go with your question to the model that you pick.
      </p>
      <div class="row">
        <Button
          class="primary"
          ref={focusFirst}
          onClick={() => late.use(readmes, (part) => part.read(missing))}
        >
          Send {formatPlural(missing.length, "request")}
        </Button>
        <Button onClick={onRefuse}>Not now</Button>
      </div>
    </div>
  );
}
