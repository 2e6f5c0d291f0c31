// Copyright 2026 the Rivulet authors. MIT license.

import { listAnswer } from "../../stars/list_answer.ts";
import { FROM_LIST } from "../messages/source_words.ts";
import type { Asked } from "../state/asked.ts";

/** Answers a question about the list from the list, without a model; false where it is none. */
export function tellFromList(asked: Asked, { isSample }: { isSample: boolean }): boolean {
  const { list, total, repositories: first } = asked.matches.peek() ?? {};
  if (list === undefined || total === undefined || first === undefined) return false;
  asked.target.value = { by: FROM_LIST };
  asked.text.value = listAnswer(list, { total, first, isSample });
  return true;
}
