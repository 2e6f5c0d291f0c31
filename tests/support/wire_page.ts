// Copyright 2026 the Rivulet authors. MIT license.

// Runs in a browser, as a page and as a worker: asks what the test tells it to ask.

import type { Method } from "./ask.ts";
import { askWireCase, type Outcome, wireCases } from "./wire_case.ts";

/** An outcome that crosses from the browser to the test. */
export type PortableOutcome = Omit<Outcome, "error"> & { error?: Record<string, unknown> };

/** What the page offers to the test. */
export interface WirePage {
  askInPage: typeof ask;
  askInWorker: typeof ask;
}

async function ask(
  id: string,
  base: string,
  method: Method,
): Promise<PortableOutcome> {
  const wireCase = wireCases.find((known) => known.id === id)!;
  const { error, ...outcome } = await askWireCase(wireCase, base, { method });
  if (!(error instanceof Error)) return outcome;
  return { ...outcome, error: { ...error, name: error.name, message: error.message } };
}

function askInWorker(...question: Parameters<typeof ask>): Promise<PortableOutcome> {
  const worker = new Worker("./wire_page.js", { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(question);
  }).finally(() => worker.terminate()) as Promise<PortableOutcome>;
}

if ("document" in globalThis) {
  Object.assign(globalThis, { askInPage: ask, askInWorker });
} else {
  globalThis.onmessage = async ({ data }: MessageEvent<Parameters<typeof ask>>) => {
    globalThis.postMessage(await ask(...data));
  };
}
