// Copyright 2026 the Rivulet authors. MIT license.

/** A body that comes chunk by chunk and then ends in one of three ways. */
export interface StubBody {
  chunks: (string | Uint8Array<ArrayBuffer>)[];
  /** @default {"close"} */
  end?: "close" | "open" | "reset" | undefined;
  /** Called when the reader waits for what comes after the last chunk of an open body. */
  onWait?: (() => void) | undefined;
  /** Called when the reader gives up the body. */
  onCancel?: (() => void) | undefined;
}

/** A response as fetch would give it, without a connection. Each chunk is read by itself. */
export function stubResponse(
  { chunks, end = "close", onWait, onCancel }: StubBody,
  init?: ResponseInit,
): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk !== undefined) {
        controller.enqueue(toBytes(chunk));
        // Without a turn of the event loop now and then, no time limit could end a test.
        return next % 1024 === 0 ? new Promise((resolve) => setTimeout(resolve)) : undefined;
      }
      if (end === "close") return controller.close();
      if (end === "reset") return controller.error(new TypeError("connection reset"));
      onWait?.();
      return new Promise(() => {});
    },
    cancel: () => onCancel?.(),
  }, { highWaterMark: 0 });
  return new Response(body, init);
}

function toBytes(chunk: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

/** A response that begins and never ends, and when it is waited for and cancelled. */
export interface OpenResponse {
  readonly response: Response;
  readonly waitedFor: Promise<void>;
  readonly cancelled: Promise<void>;
}

export function openResponse(beginning = "", init?: ResponseInit): OpenResponse {
  const waitedFor = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const response = stubResponse({
    chunks: beginning === "" ? [] : [beginning],
    end: "open",
    onWait: waitedFor.resolve,
    onCancel: cancelled.resolve,
  }, init);
  return { response, waitedFor: waitedFor.promise, cancelled: cancelled.promise };
}

/** A `fetch` that answers every request with the same response, made anew. */
export function stubFetch(respond: (url: string, init: RequestInit) => Response): typeof fetch {
  return (url, init) => Promise.resolve().then(() => respond(url as string, init ?? {}));
}
