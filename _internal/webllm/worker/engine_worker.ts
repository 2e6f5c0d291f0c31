// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../../core/provider_error.ts";
import type { LoadReport } from "../package/engine_module.ts";
import { type FromWorker, thrownOf, type WorkerMethods, wrapCall } from "./messages.ts";
import type { WebLLMWorker, WebLLMWorkerEvent } from "../types.ts";

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** A worker in which an engine runs, and the calls that it has not answered yet. */
export class EngineWorker {
  /** Hears what the engine says while a model loads. */
  onReport: (report: LoadReport) => void = () => {};
  readonly #worker: WebLLMWorker;
  readonly #pending = new Map<number, Pending>();
  #count = 0;
  #end: { error: unknown } | undefined;

  constructor(create: () => WebLLMWorker) {
    try {
      this.#worker = create();
    } catch (cause) {
      throw doesNotRun(cause);
    }
    this.#worker.addEventListener("message", ({ data }) => this.#read(data));
    // Without this, a file that cannot be loaded would leave all promises pending for ever.
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#finish(errorOf(event));
    });
    this.#worker.addEventListener("messageerror", ({ data }) => this.#finish(doesNotRun(data)));
  }

  /** Whether it can be called no more: it broke, or was terminated. */
  get ended(): boolean {
    return this.#end !== undefined;
  }

  /** Calls a method in the worker. Rejects as soon as the worker has ended. */
  call<Name extends keyof WorkerMethods>(
    name: Name,
    ...values: Parameters<WorkerMethods[Name]>
  ): Promise<Awaited<ReturnType<WorkerMethods[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) throw this.#end.error;
      const id = this.#count++;
      this.#worker.postMessage(wrapCall({ id, name, values }));
      this.#pending.set(id, { resolve: resolve as Pending["resolve"], reject });
    });
  }

  /** Ends the worker and frees all its memory. */
  terminate(): void {
    this.#finish(new Terminated());
  }

  #read(data: unknown): void {
    const { rivulet: message } = (data ?? {}) as { rivulet?: FromWorker };
    // An app may send messages of its own.
    if (message === undefined || this.ended) return;
    if ("report" in message) return this.onReport(message.report);
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ("failure" in message) pending?.reject(thrownOf(message.failure));
    else pending?.resolve(message.value);
  }

  #finish(error: unknown): void {
    if (this.ended) return;
    this.#end = { error };
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}

/** What calls reject with whose worker was terminated by us. */
export class Terminated extends Error {
  override readonly name = "Terminated";
}

function errorOf({ error, message = "" }: WebLLMWorkerEvent): ProviderError {
  const cause = error ?? message;
  if (/UnknownMessageKind/.test(message)) return noLine(cause);
  return cause === undefined || cause === "" ? cannotBeLoaded() : doesNotRun(cause);
}

/** A worker of the package's own kind, which does not know what this library sends. */
function noLine(cause: unknown): ProviderError {
  const line = 'import "@rivulet/llm/webllm/worker"';
  const message =
    `Make the file of the worker the one line ${line}, it does not answer as that does`;
  return new ProviderError("engine", message, { cause });
}

/** The browser does not tell whether the server is gone or has no such file. */
function cannotBeLoaded(): ProviderError {
  const message =
    "Check the connection and the file that the worker option names, it could not be loaded";
  return new ProviderError("engine", message);
}

function doesNotRun(cause: unknown): ProviderError {
  const message = "Check the worker option and the file it names, the worker does not run";
  return new ProviderError("engine", message, { cause });
}
