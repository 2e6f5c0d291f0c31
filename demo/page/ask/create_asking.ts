// Copyright 2026 the Rivulet authors. MIT license.

import type { Page } from "../core/page.ts";
import { Asking } from "./asking.ts";
import { keepAnswerOf } from "./kept_asked.ts";
import { pushLink } from "./link.ts";

/** Makes what leads the questions of a page to their answers. */
export function createAsking(page: Page): Asking {
  return new Asking(page, {
    onAsked: ({ question }) => pushLink(question, page.state.stars.peek()?.user),
    onAnswer: (asked) => keepAnswerOf(asked, page),
  });
}
