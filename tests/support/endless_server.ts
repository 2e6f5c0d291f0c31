// Copyright 2026 the Rivulet authors. MIT license.

/** A server whose answers go on until the client has closed them. */
export interface EndlessServer extends AsyncDisposable {
  readonly base: string;
  /** How many bytes the answers had together, without their beginnings. */
  sentBytes(): number;
  /** Resolves when the client has closed the answer to the request with this index. */
  clientGone(index: number): Promise<void>;
}

/** How the answers of an endless server begin, and how fast they go on. */
export interface EndlessOptions {
  status?: number;
  before?: string;
  /** How many milliseconds there are before each piece. */
  intervalMs?: number;
}

/** Starts a server that sends the same piece again and again. */
export function startEndless(
  piece: string,
  { status = 200, before = "", intervalMs = 0 }: EndlessOptions = {},
): EndlessServer {
  const [first, next] = [before, piece].map((text) => new TextEncoder().encode(text));
  let sent = 0;
  let requests = 0;
  const gone: PromiseWithResolvers<void>[] = [];
  const goneAt = (index: number) => gone[index] ??= Promise.withResolvers<void>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    const index = requests++;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => before === "" ? undefined : controller.enqueue(first!),
      async pull(controller) {
        if (intervalMs > 0) await new Promise((resolve) => timer = setTimeout(resolve, intervalMs));
        sent += next!.length;
        controller.enqueue(next!);
      },
      cancel() {
        clearTimeout(timer);
        goneAt(index).resolve();
      },
    });
    return new Response(body, { status });
  });
  return {
    base: `http://127.0.0.1:${server.addr.port}`,
    sentBytes: () => sent,
    clientGone: (index) => goneAt(index).promise,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
