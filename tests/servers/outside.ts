// Copyright 2026 the Rivulet authors. MIT license.

import type { ConnectionCounts } from "./connection_counter.ts";

/** What the run does for a check, whose own permission reaches the server and nothing else. */
export interface Outside {
  /** Kills the server as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again and waits until it answers. */
  start(): Promise<void>;
  /** What became of the connections, for a check that has them counted. */
  counts(): Promise<ConnectionCounts>;
}

/** A check's wish, and where the answer goes. */
export interface Call {
  readonly name: keyof Outside;
  readonly port: MessagePort;
}

type Answer = { readonly value: unknown } | { readonly failure: string };

/** The side of a check: hands each wish on. */
export function callsTo(send: (call: Call, transfer: Transferable[]) => void): Outside {
  function call<T>(name: keyof Outside): Promise<T> {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<Answer>) => {
        port1.close();
        if ("failure" in data) reject(new Error(data.failure));
        else resolve(data.value as T);
      };
      send({ name, port: port2 }, [port2]);
    });
  }
  return {
    kill: () => call("kill"),
    start: () => call("start"),
    counts: () => call("counts"),
  };
}

/** The side of the run: does what is wished. */
export async function answer({ name, port }: Call, outside: Outside): Promise<void> {
  const reply: Answer = await outside[name]().then(
    (value) => ({ value }),
    (error: Error) => ({ failure: error.message }),
  );
  port.postMessage(reply);
  port.close();
}
