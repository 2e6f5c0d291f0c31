// Copyright 2026 the Rivulet authors. MIT license.

import { CallSignal } from "./call_signal.ts";
import { Callbacks } from "./callbacks.ts";
import { checkOptions } from "./options.ts";
import { streamError } from "./stream_error.ts";
import { joinSkipped } from "./skipped.ts";
import { ToolCalls } from "./tool_calls.ts";
import { ReasoningParts } from "./reasoning_parts.ts";
import type {
  LLMFinish,
  LLMProviderConfig,
  LLMProviderKind,
  LLMRequestDefaults,
  LLMStreamPart,
  LLMStreamRequest,
  LLMTokenRequest,
  LLMToolCallPiece,
  LLMUsage,
  TokenSource,
} from "./types.ts";

/** Where an answer comes from. */
export interface AnswerPlan {
  readonly source: TokenSource;
  readonly kind: LLMProviderKind;
  /** Whether the source may hand the request to another provider: then that one calls back here. */
  readonly isForeign: boolean;
  readonly defaults: LLMRequestDefaults;
}

/** The counts so far and those that follow; behind them a server may send zeros, or only some. */
function joinUsage(before: LLMUsage = {}, behind: LLMUsage): LLMUsage {
  const counts = Object.entries(behind).filter(([name, count]) =>
    count || (count === 0 && before[name as keyof LLMUsage] === undefined)
  );
  return { ...before, ...Object.fromEntries(counts) };
}

/** What a source says at once. */
type Said = string | readonly LLMStreamPart[];

/**
 * One answer on its way to the caller. The one place where an abort is judged, and where what a
 * source says becomes tokens, callbacks and errors.
 */
export class AnswerDelivery {
  readonly callbacks: Callbacks;
  readonly #stop: CallSignal;
  readonly #parts: AsyncIterator<Said>;
  readonly #reasoning: ReasoningParts | undefined;
  readonly #finish: LLMFinish = { endedBy: "eof", tokenCount: 0 };
  readonly #onStop = (): void => this.#interrupt(this.#stop.error);
  #interrupt: (error: unknown) => void = () => {};
  #failure: LLMStreamPart | undefined;
  #left = false;
  /** Whether the source has given all. */
  #isRead = false;
  #toolCalls: ToolCalls | undefined;

  /** Throws if an option is wrong, or if the caller has aborted already. */
  constructor(
    { source, defaults, kind, isForeign }: AnswerPlan,
    config: LLMProviderConfig,
    request: LLMTokenRequest | LLMStreamRequest,
  ) {
    checkOptions(config, request, kind);
    this.#stop = new CallSignal(request.signal);
    this.callbacks = new Callbacks(request, this.#stop);
    const splitThinking = request.splitThinking ?? defaults.splitThinking;
    if (splitThinking) this.#reasoning = new ReasoningParts(splitThinking);
    this.#stop.signal.addEventListener("abort", this.#onStop);
    const asked = isForeign ? this.#requestFor(request, Boolean(splitThinking)) : request;
    this.#parts = source(config, asked, this.#stop.signal)[Symbol.asyncIterator]();
  }

  /**
   * The request for a source that may be another provider's answer: what that one tells of its
   * reasoning, its load and its end is told to the caller in its place, and once.
   */
  #requestFor(request: LLMTokenRequest, isSplitHere: boolean): LLMTokenRequest {
    const { onToken: _, ...rest } = request as LLMStreamRequest;
    return {
      ...rest,
      ...(isSplitHere && { splitThinking: false }),
      signal: this.#stop.signal,
      onReasoning: (text) => this.callbacks.call("onReasoning", text),
      onInitProgress: (progress, text) => this.callbacks.call("onInitProgress", progress, text),
      onFinish: (summary) => {
        const { tokenCount } = this.#finish;
        Object.assign(this.#finish, summary, { tokenCount });
      },
    };
  }

  /** Asks the source for more, which `read()` hands out; a promise for both would be one more. */
  next(): Promise<IteratorResult<Said>> {
    if (this.#stop.stopped) throw this.#stop.error;
    return this.#parts.next();
  }

  /** The parts that the source gave; undefined after the last. */
  read({ done, value }: IteratorResult<Said>): readonly LLMStreamPart[] | undefined {
    if (done) {
      this.#isRead = true;
      return this.#reasoning?.end();
    }
    const parts = typeof value === "string" ? [{ token: value }] : value;
    return this.#reasoning === undefined ? parts : this.#reasoning.split(parts);
  }

  /**
   * The promise's outcome, or the error of the stop as soon as the answer is to stop: not every
   * source follows its signal.
   */
  untilStopped<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#interrupt = reject;
      // It may have been stopped while the source was asked.
      if (this.#stop.stopped) this.#onStop();
      promise.then(resolve, reject);
    });
  }

  /** Takes note of what a part says and returns its token, `""` if it has none. */
  take(part: LLMStreamPart): string {
    if (this.#stop.stopped) throw this.#stop.error;
    if (part.progress) this.callbacks.call("onInitProgress", ...part.progress);
    if (part.reasoning) this.callbacks.call("onReasoning", part.reasoning);
    // The callback may have aborted.
    if (part.progress || part.reasoning) this.#stop.throwIfStopped();
    if (part.finishReason) this.#finish.finishReason = part.finishReason;
    if (part.usage) this.#finish.usage = joinUsage(this.#finish.usage, part.usage);
    if (part.toolCalls) this.#addToolCalls(part.toolCalls);
    if (part.refusal) this.#finish.refusal = (this.#finish.refusal ?? "") + part.refusal;
    if (part.skipped) this.#finish.skipped = joinSkipped(this.#finish.skipped, part.skipped)!;
    if (part.done) this.#finish.endedBy = "marker";
    if (part.failure !== undefined) this.#failure ??= part;
    if (part.token) this.#finish.tokenCount++;
    return part.token ?? "";
  }

  #addToolCalls(pieces: readonly LLMToolCallPiece[]): void {
    this.#toolCalls ??= new ToolCalls();
    for (const piece of pieces) this.#toolCalls.add(piece);
    const { all } = this.#toolCalls;
    if (all !== undefined) this.#finish.toolCalls = all;
  }

  /** Ends an answer whose parts have all been taken. */
  async finish(): Promise<void> {
    this.#stop.throwIfStopped();
    const { failure: reason, serverCode } = this.#failure ?? {};
    if (reason !== undefined) throw streamError(reason, { reason, serverCode });
    this.callbacks.call("onFinish", this.#finish);
    await this.callbacks.settle();
  }

  /** Stops the source for a caller who wants no more; what it throws then is nobody's concern. */
  leave(): void {
    this.#left = true;
    this.#stop.stop(undefined);
  }

  /** Whether the caller wants no more. */
  get left(): boolean {
    return this.#left;
  }

  /** The error that the caller gets: its own, the abort's, or the one that was thrown. */
  judge(error: unknown): unknown {
    if (this.callbacks.failure !== undefined) return this.callbacks.failure.error;
    return this.#stop.stopped ? this.#stop.error : error;
  }

  /** Lets go of the source and of the caller's signal. */
  close(): void {
    this.#stop.signal.removeEventListener("abort", this.#onStop);
    this.#stop.release();
    // Its outcome is decided: what a source throws while it closes changes nothing.
    if (!this.#isRead) this.#parts.return?.().then(undefined, () => {});
  }
}
