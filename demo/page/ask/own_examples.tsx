// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { ownExamples } from "../../stars/own_examples.ts";
import { usePage } from "../core/page.ts";
import { ExampleList } from "./examples.tsx";

/** Questions from the topics of a person's own list. */
export function OwnExamples(): JSX.Element {
  const { repositories } = usePage().state.collection.value;
  const examples = useMemo(() => ownExamples(repositories), [repositories]);
  return <ExampleList examples={examples} />;
}
