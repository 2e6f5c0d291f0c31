// Copyright 2026 the Rivulet authors. MIT license.

import { questionText } from "../../stars/question_text.ts";
import { readUserName } from "../../stars/user_name.ts";

/** A question with the list it was asked in, as an address of the page holds it. */
export interface QuestionLink {
  readonly question: string;
  readonly user: string | undefined;
}

/** So much of a link is looked at, however little of it can be seen. */
const MAX_LINK = 100_000;

/** Reads `#q=…&user=…`; undefined where there is no question. */
export function readLink(hash: string): QuestionLink | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const question = questionText((fields.get("q") ?? "").slice(0, MAX_LINK)).trim();
  if (question === "") return undefined;
  return { question, user: readUserName(fields.get("user") ?? "") };
}

/** The part of an address that opens a question. */
export function writeLink({ question, user }: QuestionLink): string {
  const fields = new URLSearchParams({ q: question, ...(user !== undefined && { user }) });
  return `#${fields}`;
}

/** The address that opens a question. */
export function linkTo(question: string, user: string | undefined): string {
  return new URL(writeLink({ question, user }), location.href).href;
}

/** The page without a question is a step of Back and Forward, too. */
export function leaveLink(): void {
  if (location.hash !== "") history.pushState(null, "", location.pathname + location.search);
}

/** Makes the question a step of Back and Forward. */
export function pushLink(question: string, user: string | undefined): void {
  const hash = writeLink({ question, user });
  if (location.hash !== hash) history.pushState(null, "", hash);
}
