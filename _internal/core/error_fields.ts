// Copyright 2026 the Rivulet authors. MIT license.

/** What an error of the library carries beside its code and message. */
export interface CodedErrorDetails {
  /** The HTTP status of the answer; 0 for a redirect that a browser hides. */
  status?: number | undefined;
  /** Why it failed, in the server's own words where it said some. */
  reason?: string | undefined;
  /** The server's own code for it, such as `context_length_exceeded`; it is never translated. */
  serverCode?: string | undefined;
  /** The error behind this one. */
  cause?: unknown;
}

/** An error of the library as a plain object. */
export interface CodedErrorJSON<Code> {
  /** The name of its class. */
  name: string;
  /** What went wrong, and what to do. */
  message: string;
  /** What kind of failure it is. */
  code: Code;
  /** The HTTP status of the answer. */
  status?: number | undefined;
  /** The server's own words. */
  reason?: string | undefined;
  /** The server's own code. */
  serverCode?: string | undefined;
}

/** What both errors of the library have in common. */
export interface CodedErrorFields<Code> extends Error {
  /** What kind of failure it is, as a word to branch on. */
  readonly code: Code;
  /**
   * The HTTP status, if the server answered with one that is no success; 0 for a redirect that a
   * browser hides.
   */
  readonly status?: number | undefined;
  /** Why it failed, in the server's own words where it said some. */
  readonly reason?: string | undefined;
  /** The server's own code for it, such as `context_length_exceeded`. */
  readonly serverCode?: string | undefined;
  /** The error as a plain object, for a message to another thread or for a log. */
  toJSON(): CodedErrorJSON<Code>;
}
