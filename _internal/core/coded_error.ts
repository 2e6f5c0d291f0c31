// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The class that our errors extend, by a pure call, so that they need no constructor of their own:
 * webpack keeps a derived class that has one, and all that refers to it, although nobody uses it.
 *
 * @internal
 */

import type { CodedErrorDetails, CodedErrorFields, CodedErrorJSON } from "./error_fields.ts";

export const CodedError: CodedErrorClass =
  /* @__PURE__ */ (() =>
    class<Code> extends Error implements CodedErrorFields<Code> {
      declare readonly code: Code;
      declare readonly status?: number | undefined;
      declare readonly reason?: string | undefined;
      declare readonly serverCode?: string | undefined;

      constructor(code: Code, message: string, given?: CodedErrorDetails | null) {
        const { cause, ...details } = given ?? {};
        super(message, cause === undefined ? undefined : { cause });
        Object.assign(this, details, { code });
      }

      toJSON(): CodedErrorJSON<Code> {
        const { name, message, code, status, reason, serverCode } = this;
        return { name, message, code, status, reason, serverCode };
      }
    })();

/** Makes an error of a code, a message and what is known beside it. */
type CodedErrorClass = new <Code, Details extends CodedErrorDetails>(
  code: Code,
  message: string,
  details?: Details,
) => CodedErrorFields<Code>;
