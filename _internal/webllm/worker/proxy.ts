// Copyright 2026 the Rivulet authors. MIT license.

import type { ProviderError } from "../../core/provider_error.ts";
import {
  badWorker,
  deadWorker,
  forbiddenWorker,
  unreachableWorker,
  workerOfOtherKind,
} from "../failures/place_errors.ts";
import { PolicyWatch } from "../failures/policy_watch.ts";
import { type Engine, type EngineCalls, EngineEnded } from "../package/engine.ts";
import type { LoadReport } from "../package/engine_module.ts";
import type { WebLLMWorker, WebLLMWorkerEvent } from "../types.ts";
import { CALL_NAMES, type CallName, type FromWorker, thrownOf, wrapMessage } from "./messages.ts";
import { Pulse } from "./pulse.ts";

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Starts a worker: an engine that takes each call there, see {@linkcode serveEngine}. */
export function workerEngine(
  create: () => WebLLMWorker,
  onReport: (report: LoadReport) => void,
): Engine {
  const worker = new EngineWorker(create, onReport);
  const calls = Object.fromEntries(
    CALL_NAMES.map((name) => [name, (...values: unknown[]) => worker.call(name, values)]),
  ) as unknown as EngineCalls;
  return {
    ...calls,
    endsAtOnce: true,
    get isOver() {
      return worker.isOver;
    },
    end() {
      worker.finish(new EngineEnded());
      return Promise.resolve();
    },
  };
}

/** A worker in which an engine runs, and the calls that it has not answered yet. */
class EngineWorker {
  readonly #worker: WebLLMWorker;
  readonly #onReport: (report: LoadReport) => void;
  readonly #pulse: Pulse;
  readonly #policy: PolicyWatch;
  readonly #pending = new Map<number, Pending>();
  #count = 0;
  #end: { error: unknown } | undefined;

  constructor(create: () => WebLLMWorker, onReport: (report: LoadReport) => void) {
    this.#onReport = onReport;
    this.#policy = new PolicyWatch(({ effectiveDirective }) => effectiveDirective === "worker-src");
    try {
      this.#worker = create();
    } catch (cause) {
      this.#policy.stop();
      throw badWorker(cause);
    }
    this.#pulse = new Pulse(
      () => this.#worker.postMessage(wrapMessage({ ping: true })),
      (milliseconds) => this.finish(deadWorker(milliseconds)),
    );
    this.#worker.addEventListener("message", ({ data }) => this.#read(data));
    // Without this, a file that cannot be loaded would leave all promises pending for ever.
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      errorOf(event, this.#policy).then((error) => this.finish(error));
    });
    this.#worker.addEventListener("messageerror", ({ data }) => this.finish(badWorker(data)));
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** Calls a method in the worker. Rejects as soon as the worker has ended. */
  call(name: CallName, values: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) throw this.#end.error;
      const id = this.#count++;
      this.#send({ id, name, values });
      this.#pending.set(id, { resolve, reject });
      this.#pulse.start();
    });
  }

  /** Ends the worker and frees all its memory; whoever waits for it gets the error. */
  finish(error: unknown): void {
    if (this.isOver) return;
    this.#end = { error };
    this.#pulse.stop();
    this.#policy.stop();
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  /** What a page keeps in the state of a framework is a proxy, which cannot be sent: a copy can. */
  #send(call: { id: number; name: CallName; values: readonly unknown[] }): void {
    try {
      this.#worker.postMessage(wrapMessage(call));
    } catch (error) {
      const copy = JSON.stringify(call, (_, value) => {
        if (typeof value === "function") throw error;
        return value;
      });
      this.#worker.postMessage(wrapMessage(JSON.parse(copy)));
    }
  }

  #read(data: unknown): void {
    const { rivulet: message } = (data ?? {}) as { rivulet?: FromWorker };
    // An app may send messages of its own.
    if (message === undefined || this.isOver) return;
    this.#pulse.heard();
    // It runs, so nothing forbids it.
    this.#policy.stop();
    if ("pong" in message) return;
    if ("report" in message) return this.#onReport(message.report);
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (this.#pending.size === 0) this.#pulse.stop();
    if ("failure" in message) pending?.reject(thrownOf(message.failure));
    else pending?.resolve(message.value);
  }
}

/** The error of a worker that says it has failed. */
async function errorOf(
  { error, message = "" }: WebLLMWorkerEvent,
  policy: PolicyWatch,
): Promise<ProviderError> {
  const cause = error ?? message;
  if (/UnknownMessageKind/.test(message)) return workerOfOtherKind(cause);
  if (cause !== undefined && cause !== "") return badWorker(cause);
  return await policy.found() === undefined ? unreachableWorker() : forbiddenWorker();
}
