// Copyright 2026 the Rivulet authors. MIT license.

/** What to say of a name that is none. */
export const NAME_PROBLEM = "Enter a GitHub user name, such as ana.";
