// Copyright 2026 the Rivulet authors. MIT license.

// Reports what the engine fetches in its worker. A channel of its own: the engine's messages are
// not for others.

import { openChannel } from "../storage/open_channel.ts";
import { LEDGER_CHANNEL } from "../storage/own_names.ts";
import { type LedgerRequest, watchedFetch } from "./watched_fetch.ts";

const channel = openChannel(LEDGER_CHANNEL);

function record(request: LedgerRequest): void {
  channel?.postMessage(request);
}

globalThis.fetch = watchedFetch(globalThis.fetch.bind(globalThis), record);

// The engine lets the cache fetch most files by itself.
const add = Cache.prototype.add;
Cache.prototype.add = function (request) {
  record({ url: request instanceof Request ? request.url : String(request), bytesOut: 0 });
  return add.call(this, request);
};
