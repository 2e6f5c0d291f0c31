// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineModule } from "../../../_internal/webllm/package/engine_module.ts";
import { serveEngine } from "../../../_internal/webllm/worker/serve.ts";

type Listener = (event: MessageEvent) => void;

/**
 * A worker whose file is the one line of the library, with the fake engine in place of the package.
 * What goes in and out is cloned, and nothing comes out of one that was terminated.
 */
export class FakeWorker extends EventTarget {
  terminated = false;
  /** Whether it was ended from outside, of which nobody is told. */
  dead = false;
  readonly #listeners: Listener[] = [];
  readonly #started: Promise<void>;

  /** `importModule` is the import in the file of the worker. */
  constructor(importModule: (worker: FakeWorker) => Promise<EngineModule>) {
    super();
    this.#started = this.#start(importModule);
  }

  async #start(importModule: (worker: FakeWorker) => Promise<EngineModule>): Promise<void> {
    try {
      serveEngine(await importModule(this), {
        addEventListener: (_, listener) => void this.#listeners.push(listener),
        postMessage: (message) => this.#deliver("message", structuredClone(message)),
      });
    } catch {
      this.dispatchEvent(new Event("error", { cancelable: true }));
    }
  }

  postMessage(message: unknown): void {
    const data = structuredClone(message);
    this.#started.then(() => {
      if (this.terminated || this.dead) return;
      for (const listener of this.#listeners) listener(new MessageEvent("message", { data }));
    });
  }

  terminate(): void {
    this.terminated = true;
  }

  /** As when its script throws; tells whether somebody took care of it. */
  break(message: string): boolean {
    return !this.dispatchEvent(new ErrorEvent("error", { message, cancelable: true }));
  }

  /** As when a message cannot be read. */
  garble(data: string): void {
    this.#deliver("messageerror", data);
  }

  /** As when an app's own code in the worker sends something. */
  say(data: unknown): void {
    this.#deliver("message", data);
  }

  #deliver(type: string, data: unknown): void {
    if (!this.terminated && !this.dead) this.dispatchEvent(new MessageEvent(type, { data }));
  }
}
