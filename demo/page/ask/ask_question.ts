// Copyright 2026 the Rivulet authors. MIT license.

import type { Page } from "../page.ts";

/** Asks a question, once what asks is here. */
export function askQuestion({ late }: Pick<Page, "late">, question: string): void {
  late.use(({ asking }) => asking.ask(question));
}
