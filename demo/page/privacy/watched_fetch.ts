// Copyright 2026 the Rivulet authors. MIT license.

import { openChannel } from "../storage/open_channel.ts";
import { LEDGER_CHANNEL } from "../storage/own_names.ts";

/** A request, for the ledger. */
export interface LedgerRequest {
  readonly url: string;
  readonly bytesOut: number;
}

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

/** Has every request of this page and of the engine's worker to another host recorded. */
export function watchFetches(
  ownHost: string,
  record: (request: { readonly url: URL; readonly bytesOut: number }) => void,
): void {
  const recordOther = ({ url, bytesOut }: LedgerRequest): void => {
    const parsed = new URL(url);
    if (parsed.host === ownHost || !/^https?:$/.test(parsed.protocol)) return;
    record({ url: parsed, bytesOut });
  };
  globalThis.fetch = watchedFetch(globalThis.fetch.bind(globalThis), recordOther);
  openChannel(LEDGER_CHANNEL)?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    // Any page of this origin can write here.
    if (isRequest(data)) recordOther(data);
  });
}

function isRequest(data: unknown): data is LedgerRequest {
  const { url, bytesOut } = (data ?? {}) as Record<string, unknown>;
  return typeof url === "string" && URL.canParse(url) && Number.isSafeInteger(bytesOut);
}

function addressOf(input: string | URL | Request): string {
  return new URL(input instanceof Request ? input.url : String(input), globalThis.location?.href)
    .href;
}

function sizeOf(body: BodyInit | null | undefined): number {
  return typeof body === "string" ? new TextEncoder().encode(body).length : 0;
}
