// Copyright 2026 the Rivulet authors. MIT license.

import type { Page } from "../core/page.ts";
import { asking } from "./asking_part.ts";

/** Asks a question, once what asks is here. */
export function askQuestion({ late }: Pick<Page, "late">, question: string): void {
  late.use(asking, (part) => part.ask(question));
}
