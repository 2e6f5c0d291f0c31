// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "@rivulet/llm";
import { isSilence } from "../engines/explain.ts";
import { OutputError } from "./output.ts";
import { permissionWish } from "./permission.ts";

/** The connection broke before the answer was whole. The message says how far it came. */
export class AnswerBrokenError extends Error {
  override readonly name = "AnswerBrokenError";

  constructor(model: string, text: string, options?: ErrorOptions) {
    const count = text.trim().split(/\s+/).filter(Boolean).length;
    const words = count === 1 ? "1 word" : `${count} words`;
    const message = count === 0
      ? `${model} ended the connection without an answer.`
      : `${model} stopped answering after ${words}.`;
    super(message, options);
  }
}

/**
 * Whether an answer broke off: a platform's error about the connection, in whatever words, and not
 * that nothing listens there.
 */
export function isBrokenConnection(error: unknown, text: string): boolean {
  if (error instanceof OutputError || permissionWish(error) !== undefined) return false;
  if (!(error instanceof Error) || isOfServer(error)) return false;
  return text !== "" || !isSilence(error) || !isRefused(error);
}

/** Whether the server itself has said what is wrong, or the library has. */
function isOfServer(error: Error): boolean {
  if (!(error instanceof ProviderError) || error.code === "network") return false;
  // What the platform throws when it reads on a connection that is gone.
  return !(error.code === "stream" && error.cause instanceof TypeError);
}

/** Whether the connection was never there. */
function isRefused(error: Error): boolean {
  const words = `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`;
  return /\(Connect\)|connect error|dns error/i.test(words);
}
