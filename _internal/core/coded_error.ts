// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The class that our errors extend, by a pure call, so that they need no constructor of their own:
 * webpack keeps a derived class that has one, and all that refers to it, although nobody uses it.
 *
 * @internal
 */
export const CodedError: CodedErrorClass = /* @__PURE__ */ (() =>
  class extends Error {
    constructor(code: unknown, message: string, { cause, ...details }: { cause?: unknown } = {}) {
      super(message, cause === undefined ? undefined : { cause });
      Object.assign(this, details, { code });
    }
  })();

/** Makes an error of a code, a message and what is known beside it. */
type CodedErrorClass = new <Code, Details extends { cause?: unknown }>(
  code: Code,
  message: string,
  details?: Details,
) => Error;
