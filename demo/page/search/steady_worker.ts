// Copyright 2026 the Rivulet authors. MIT license.

/** A worker that breaks so many times in a row will break again. */
const MAX_RESTARTS = 2;

/** What a steady worker tells. */
export interface SteadyWorkerEvents<Reply> {
  /** A worker runs that knows nothing yet. */
  onStart(): void;
  onReply(reply: Reply): void;
  /** It broke; another one starts. */
  onRestart(): void;
  /** It broke for good, or cannot be started at all. */
  onBreak(): void;
}

/** A worker in whose place another one comes where it breaks. */
export class SteadyWorker<Message, Reply> {
  readonly #create: () => Worker;
  readonly #events: SteadyWorkerEvents<Reply>;
  #worker: Worker | undefined;
  #restarts = 0;

  constructor(create: () => Worker, events: SteadyWorkerEvents<Reply>) {
    this.#create = create;
    this.#events = events;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  start(): void {
    this.close();
    let worker: Worker;
    try {
      worker = this.#create();
    } catch {
      return this.#events.onBreak();
    }
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
      if (worker === this.#worker) this.#events.onReply(data);
    });
    const onError = (event: Event): void => {
      event.preventDefault();
      if (worker === this.#worker) this.#recover();
    };
    worker.addEventListener("error", onError);
    worker.addEventListener("messageerror", onError);
    this.#events.onStart();
  }

  /** What is posted to a worker that broke is for the next one to hear again. */
  post(message: Message): void {
    this.#worker?.postMessage(message);
  }

  /** The worker did what it is for: where it breaks now, that is not in a row. */
  noteSuccess(): void {
    this.#restarts = 0;
  }

  /** Ends the worker. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #recover(): void {
    if (++this.#restarts > MAX_RESTARTS) {
      this.close();
      return this.#events.onBreak();
    }
    this.#events.onRestart();
    this.start();
  }
}
