// Copyright 2026 the Rivulet authors. MIT license.

/**
 * What went wrong, as a word to branch on:
 *
 * - `"config"`: the client was given an address or a model it does not accept; nothing was sent.
 * - `"http"`: the server answered with a status other than 200; `status` holds it.
 * - `"timeout"`: no complete answer came within `timeoutMs`.
 * - `"network"`: the connection could not be made, or broke before the answer was complete.
 * - `"format"`: the server answered 200 with something that is not the expected vectors or list.
 */
export type EmbeddingErrorCode = "config" | "http" | "timeout" | "network" | "format";

/** What an {@linkcode EmbeddingError} carries besides its message. */
export interface EmbeddingErrorOptions extends ErrorOptions {
  /** What went wrong, as a word to branch on. */
  code: EmbeddingErrorCode;
  /** The HTTP status of the answer, for the code `"http"`. */
  status?: number | undefined;
  /** Why the request failed, in the words that follow `failed:` in the message. */
  reason?: string | undefined;
}

/**
 * The error of everything that fails between the client and the local server.
 *
 * It is thrown for an address or a model that is refused (code `"config"`), for failed requests and
 * for answers that do not hold what they should. It is not thrown for misuse of a function (that is
 * a `RangeError` or a `TypeError`), nor for an abort (an error named `AbortError`), nor in place of
 * an error of your own: a source of texts or a callback that throws rejects with that very error.
 *
 * @example Tell a stopped server from a missing model
 * ```ts
 * import { EmbeddingError, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
 *
 * async function describe(client: OllamaEmbeddingClient): Promise<string> {
 *   try {
 *     const { model, endpoint } = await client.probeRuntime();
 *     return `${model} is ready on /api/${endpoint}`;
 *   } catch (error) {
 *     if (!(error instanceof EmbeddingError)) throw error;
 *     if (error.code === "network") return "Start the server with: ollama serve";
 *     return error.message;
 *   }
 * }
 * ```
 */
export class EmbeddingError extends Error {
  /** Always `"EmbeddingError"`. */
  override readonly name = "EmbeddingError";
  /** What went wrong, as a word to branch on. */
  readonly code: EmbeddingErrorCode;
  /** The HTTP status of the answer; set for the code `"http"` where the platform tells it. */
  readonly status?: number | undefined;
  /**
   * Why the request failed: the server's own words where it sent some, else the status with its
   * text, the message of the network failure, or what is wrong with the answer.
   */
  readonly reason?: string | undefined;

  /**
   * Makes an error; the client does this for you.
   *
   * @param message The text for people.
   * @param options The code, and what else is known.
   */
  constructor(message: string, options: EmbeddingErrorOptions) {
    super(message, options);
    this.code = options.code;
    this.status = options.status;
    this.reason = options.reason;
  }
}
