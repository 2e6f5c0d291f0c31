// Copyright 2026 the Rivulet authors. MIT license.

/** What a session obeys, without the slash. */
export const SESSION_COMMANDS = ["help", "model", "new", "open", "sources", "user"] as const;

export const SESSION_HELP =
  `A question goes on from the last one, and pasted lines are one question.
/new           the next question starts fresh
/open 2        opens match 2 in the browser
/sources       the matches with their addresses
/model [name]  another model; alone: those that there are
/user [name]   the stars of another user; alone: the sample
Ctrl+C stops an answer, Ctrl+D ends.`;
