// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../demo/stars/repository.ts";
import { sampleCollection } from "../../demo/stars/sample.ts";
import { inventedList } from "./invented.ts";
import nothing from "./nothing.json" with { type: "json" };
import questions from "./questions.json" with { type: "json" };

/** A question, and the repositories of which a person expects one or more. */
export interface Question {
  readonly question: string;
  readonly expected: readonly string[];
  /** What of it is not ordinary. */
  readonly kind?: string;
}

/** A list with questions about it. */
export interface MeasuredList {
  readonly title: string;
  readonly repositories: readonly Repository[];
  readonly questions: readonly Question[];
  /** Questions that no repository of it answers. */
  readonly nothing: readonly string[];
}

/** All that is measured. */
export async function measuredLists(): Promise<MeasuredList[]> {
  const { repositories } = sampleCollection;
  return [{ title: "The sample", repositories, questions, nothing }, await inventedList()];
}
