// Copyright 2026 the Rivulet authors. MIT license.

import { abortError } from "./_abort.ts";
import { withoutSecrets } from "./_secrets.ts";
import type { StreamPart } from "./_stream_parser.ts";
import { rememberOrigin, streamError } from "./errors.ts";
import type { LLMFinish, LLMProviderConfig, LLMStreamRequest, LLMTokenRequest } from "./types.ts";

type Callbacks = Pick<
  Partial<LLMStreamRequest>,
  "onToken" | "onReasoning" | "onFinish" | "onInitProgress"
>;

/**
 * One answer on its way to the caller. The only place where an abort is judged and the caller's
 * functions are called.
 */
export class Answer {
  readonly #config: LLMProviderConfig;
  readonly #request: LLMTokenRequest & Callbacks;
  readonly #stopper = new AbortController();
  readonly #onAbort = (): void => this.#stopper.abort(abortError(this.#request.signal?.reason));
  readonly #finish: LLMFinish = { endedBy: "eof", tokenCount: 0 };
  /** Aborted when the caller aborts or leaves; its reason is the error that the caller gets. */
  readonly stop: AbortSignal = this.#stopper.signal;
  #failure: string | undefined;
  #left = false;
  #callbackFailed = false;

  /** Throws where the caller has aborted already. */
  constructor(config: LLMProviderConfig, request: LLMTokenRequest & Callbacks) {
    this.#config = config;
    this.#request = request;
    if (request.signal?.aborted) throw abortError(request.signal.reason);
    request.signal?.addEventListener("abort", this.#onAbort);
  }

  /** Calls a function of the caller, where it gave one. */
  call<Name extends keyof Callbacks>(
    name: Name,
    ...values: Parameters<NonNullable<Callbacks[Name]>>
  ): void {
    try {
      (this.#request[name] as ((...values: unknown[]) => void) | undefined)?.(...values);
    } catch (error) {
      this.#callbackFailed = true;
      rememberOrigin(error, "callback");
      throw error;
    }
  }

  /** Takes note of what a part says and returns its token, `""` where it has none. */
  take(part: StreamPart): string {
    this.stop.throwIfAborted();
    if (part.progress) this.call("onInitProgress", ...part.progress);
    if (part.reasoning) this.call("onReasoning", part.reasoning);
    if (part.finishReason) this.#finish.finishReason = part.finishReason;
    if (part.usage) this.#finish.usage = part.usage;
    if (part.done) this.#finish.endedBy = "marker";
    this.#failure = part.failure;
    // The callback may have aborted.
    this.stop.throwIfAborted();
    if (part.token) this.#finish.tokenCount++;
    return part.token ?? "";
  }

  /** Ends an answer whose parts have all been taken. */
  finish(): void {
    this.stop.throwIfAborted();
    if (this.#failure !== undefined) {
      const reason = withoutSecrets(this.#failure, this.#config);
      throw streamError(reason, { reason });
    }
    this.call("onFinish", this.#finish);
  }

  /** Stops the source for a caller who wants no more; what it throws then is nobody's concern. */
  leave(): void {
    this.#left = true;
    this.#stopper.abort();
  }

  /** Whether the caller wants no more. */
  get left(): boolean {
    return this.#left;
  }

  /** The error that the caller gets: its own, the abort's, or the one that was thrown. */
  judge(error: unknown): unknown {
    return this.#callbackFailed || !this.stop.aborted ? error : this.stop.reason;
  }

  /** Lets go of the caller's signal. */
  close(): void {
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
  }
}
