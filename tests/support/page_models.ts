// Copyright 2026 the Rivulet authors. MIT license.

// The hosts of the models: the browser is sent to a loopback server, which counts what leaves it.

import type { BrowserContext } from "playwright-core";
import { chatConfig } from "../webllm/support/script.ts";

/** Where the page fetches models from. */
export const MODEL_HOSTS = ["huggingface.co", "raw.githubusercontent.com"];

/** The parts of the weights. */
export const SHARDS = ["params_shard_0.bin", "params_shard_1.bin", "params_shard_2.bin"];
const SHARD_BYTES = 2_000_000;
const CHUNK_BYTES = 1000;
const CHUNK_PAUSE_MS = 20;

const FILES: Record<string, unknown> = {
  "mlc-chat-config.json": chatConfig,
  "tokenizer.json": {
    version: "1.0",
    "added_tokens": [],
    "pre_tokenizer": { type: "Whitespace" },
    model: { type: "WordLevel", vocab: { a: 0 }, "unk_token": "a" },
  },
  "tensor-cache.json": {
    metadata: {},
    records: SHARDS.map((dataPath) => ({ dataPath, nbytes: SHARD_BYTES, records: [] })),
  },
};

/** The hosts of the models, as the server behind them sees what goes on. */
export interface ModelHosts extends AsyncDisposable {
  /** The names of the files, as they were asked for. */
  readonly asked: string[];
  /** How many bytes of files have been handed out. */
  readonly sentBytes: number;
  /** The sizes of the files that went out whole, by their names. */
  readonly whole: ReadonlyMap<string, number>;
  /** Lets this file come as fast as it can; without a name, all of them. */
  release(name?: string): void;
}

/** Plays the hosts; the files that are named come drop by drop, and not whole until they are released. */
export async function playModelHosts(
  context: BrowserContext,
  { slow = SHARDS.slice(-1) }: { slow?: readonly string[] } = {},
): Promise<ModelHosts> {
  const held = new Set(slow);
  const asked: string[] = [];
  const whole = new Map<string, number>();
  let sentBytes = 0;

  function streamOf(name: string, contents: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
    let place = 0;
    let isGone = false;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        // The last byte waits until the file is released, however small it is.
        const last = contents.length - 1;
        do {
          if (held.has(name)) await new Promise((resolve) => setTimeout(resolve, CHUNK_PAUSE_MS));
          if (isGone) return;
        } while (held.has(name) && place === last);
        const end = held.has(name) ? Math.min(place + CHUNK_BYTES, last) : contents.length;
        const chunk = contents.subarray(place, end);
        place += chunk.length;
        sentBytes += chunk.length;
        if (chunk.length > 0) controller.enqueue(chunk);
        if (place < contents.length) return;
        whole.set(name, contents.length);
        controller.close();
      },
      cancel: () => void (isGone = true),
    }, { highWaterMark: 0 });
  }

  const controller = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {}, signal: controller.signal },
    ({ url }) => {
      const name = new URL(url).pathname.split("/").at(-1)!;
      asked.push(name);
      return new Response(streamOf(name, contentsOf(name)), {
        headers: { "access-control-allow-origin": "*" },
      });
    },
  );
  await context.route(({ host }) => MODEL_HOSTS.includes(host), async (route) => {
    const { pathname } = new URL(route.request().url());
    const location = `http://127.0.0.1:${server.addr.port}${pathname}`;
    // The page may have given up meanwhile.
    await route.fulfill({
      status: 302,
      headers: { location, "access-control-allow-origin": "*" },
    }).catch(() => {});
  });
  return {
    asked,
    whole,
    get sentBytes() {
      return sentBytes;
    },
    release: (name) => name === undefined ? held.clear() : void held.delete(name),
    async [Symbol.asyncDispose]() {
      held.clear();
      controller.abort();
      await server.finished;
    },
  };
}

function contentsOf(name: string): Uint8Array<ArrayBuffer> {
  if (name in FILES) return new TextEncoder().encode(JSON.stringify(FILES[name]));
  return new Uint8Array(name.endsWith(".wasm") ? 8 : SHARD_BYTES);
}
