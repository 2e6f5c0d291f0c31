// Copyright 2026 the Rivulet authors. MIT license.

import { ProviderError } from "../errors.ts";

/** The worker in which an engine runs. */
export class EngineWorker {
  readonly worker: Worker;
  readonly #broken = new AbortController();

  constructor(create: () => Worker) {
    try {
      this.worker = create();
    } catch (cause) {
      throw workerError(cause);
    }
    // The engine does not listen: a file that cannot be loaded would leave its promises pending for
    // ever.
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#broken.abort(workerError(event.error ?? event.message));
    });
    this.worker.addEventListener("messageerror", (event) => {
      this.#broken.abort(workerError(event.data));
    });
  }

  /** Aborted when the worker cannot go on; its reason is a ProviderError. */
  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  /** Ends the worker and frees all its memory. */
  terminate(): void {
    this.worker.terminate();
  }
}

function workerError(cause: unknown): ProviderError {
  const message = "Check the worker option and the file it names, the worker does not run";
  return new ProviderError("engine", message, { cause });
}
