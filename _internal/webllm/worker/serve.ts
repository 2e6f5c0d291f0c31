// Copyright 2026 the Rivulet authors. MIT license.

import type { EngineModule } from "../package/engine_module.ts";
import { PackageEngine } from "../package/package_engine.ts";
import {
  CALL_NAMES,
  type FromWorker,
  type ToWorker,
  unwrapMessage,
  writeFailure,
} from "./messages.ts";

/** The side of a worker that messages come in and go out at. */
export interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  postMessage(message: unknown): void;
}

/** Runs the engine of a worker, for {@linkcode workerEngine} on the other side. */
export function serveEngine(module: EngineModule, scope: WorkerScope): void {
  const send = (message: FromWorker): void => scope.postMessage({ rivulet: message });
  const engine = new PackageEngine(() => Promise.resolve(module), (report) => send({ report }));

  async function hear(message: ToWorker): Promise<void> {
    if ("ping" in message) return send({ pong: true });
    const { id, name, values } = message;
    if (!CALL_NAMES.includes(name)) return;
    try {
      const call = engine[name] as (...values: readonly unknown[]) => Promise<unknown>;
      send({ id, value: await call.apply(engine, values as unknown[]) });
    } catch (thrown) {
      send({ id, failure: writeFailure(thrown) });
    }
  }

  scope.addEventListener("message", ({ data }) => {
    const message = unwrapMessage(data);
    if (message !== undefined) hear(message);
  });
}
