// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { goBack } from "../actions/question_actions.ts";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";

/** An answer that was left is a click away, until another one comes. */
export function EarlierAnswer(): JSX.Element | null {
  const { state } = usePage();
  const earlier = state.earlier.value;
  if (earlier === undefined || state.isBusy.value) return null;
  return <Button class="link" onClick={() => goBack(state)}>Back to “{earlier.question}”</Button>;
}
