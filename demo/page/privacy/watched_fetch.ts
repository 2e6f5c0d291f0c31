// Copyright 2026 the Rivulet authors. MIT license.

/** A request, for the ledger. */
export interface LedgerRequest {
  readonly url: string;
  readonly bytesOut: number;
}

/** The channel on which the engine's worker reports what it fetches. */
export const LEDGER_CHANNEL = "ask-stars-ledger";

/** A `fetch` that reports each request before it is sent. */
export function watchedFetch(
  send: typeof fetch,
  record: (request: LedgerRequest) => void,
): typeof fetch {
  return (input, init) => {
    record({ url: addressOf(input), bytesOut: sizeOf(init?.body) });
    return send(input, init);
  };
}

/** Has every request of this page and of the engine's worker recorded. */
export function watchFetches(record: (request: LedgerRequest) => void): void {
  globalThis.fetch = watchedFetch(globalThis.fetch.bind(globalThis), record);
  const channel = new BroadcastChannel(LEDGER_CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<LedgerRequest>) => record(data));
}

function addressOf(input: string | URL | Request): string {
  return new URL(input instanceof Request ? input.url : String(input), globalThis.location?.href)
    .href;
}

function sizeOf(body: BodyInit | null | undefined): number {
  return typeof body === "string" ? new TextEncoder().encode(body).length : 0;
}
