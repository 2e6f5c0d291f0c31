// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineModule } from "../package/engine_module.ts";
import type { EngineChunks, HostedEngine } from "../package/engine.ts";
import { SameThreadHost } from "../package/same_thread_host.ts";
import {
  type FromWorker,
  unwrapCall,
  type WorkerCall,
  type WorkerMethods,
  writeFailure,
} from "./messages.ts";

/** The side of a worker that messages come in and go out at. */
export interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  postMessage(message: unknown): void;
}

/** Runs an engine in a worker, for {@linkcode WorkerHost} on the other side. */
export function serveEngine(module: EngineModule, scope: WorkerScope): void {
  const host = new SameThreadHost(() => Promise.resolve(module));
  let engine: HostedEngine;
  let chunks: EngineChunks;
  const send = (message: FromWorker): void => scope.postMessage({ rivulet: message });

  const methods: WorkerMethods = {
    describe: () => host.describe(),
    isCached: (id, appConfig) => host.isCached(id, appConfig),
    deleteFiles: (deletion, appConfig) => host.deleteFiles(deletion, appConfig),
    async load(model, appConfig) {
      await host.describe();
      engine = host.start(appConfig, (report) => send({ report }));
      await engine.load(model);
    },
    answer: async (request) => void (chunks = await engine.answer(request)),
    async nextChunk() {
      const { done = false, value } = await chunks.next();
      return { done, value };
    },
    leaveAnswer: async () => void await chunks.return?.(),
    interrupt: () => Promise.resolve(engine.interrupt()),
    embed: (input) => engine.embed(input),
    tokenLengths: (texts) => engine.tokenLengths(texts),
  };

  async function answer({ id, name, values }: WorkerCall): Promise<void> {
    try {
      const method = methods[name] as (...values: readonly unknown[]) => Promise<unknown>;
      send({ id, value: await method(...values) });
    } catch (thrown) {
      send({ id, failure: writeFailure(thrown) });
    }
  }

  scope.addEventListener("message", ({ data }) => {
    const call = unwrapCall(data);
    if (call !== undefined) answer(call);
  });
}
