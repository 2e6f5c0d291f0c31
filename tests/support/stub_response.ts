// Copyright 2026 the Rivulet authors. MIT license.

/** A body that comes chunk by chunk and then ends in one of three ways. */
export interface StubBody {
  chunks: (string | Uint8Array<ArrayBuffer>)[];
  /** @default {"close"} */
  end?: "close" | "open" | "reset" | undefined;
  /** Called when the reader gives up the body. */
  onCancel?: (() => void) | undefined;
}

/** A response as fetch would give it, without a connection. Each chunk is read by itself. */
export function stubResponse(
  { chunks, end = "close", onCancel }: StubBody,
  init?: ResponseInit,
): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk !== undefined) controller.enqueue(toBytes(chunk));
      else if (end === "close") controller.close();
      else if (end === "reset") controller.error(new TypeError("connection reset"));
      else return new Promise(() => {});
    },
    cancel: () => onCancel?.(),
  }, { highWaterMark: 0 });
  return new Response(body, init);
}

function toBytes(chunk: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

/** A `fetch` that answers every request with the same response, made anew. */
export function stubFetch(respond: (url: string, init: RequestInit) => Response): typeof fetch {
  return (url, init) => Promise.resolve().then(() => respond(url as string, init ?? {}));
}
