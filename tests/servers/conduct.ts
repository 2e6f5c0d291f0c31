// Copyright 2026 the Rivulet authors. MIT license.

import type { Check, Outcome } from "./check.ts";
import type { FromChecker, Order } from "./checker.ts";
import { startCounter } from "./connection_counter.ts";
import { answer, type Outside } from "./outside.ts";
import { hostOf } from "./permission.ts";
import type { ServerProcess } from "./server_process.ts";
import type { Target } from "./target.ts";

/** No check may take longer; on a processor a long prompt is read for minutes. */
const LIMIT_MS = 10 * 60 * 1000;

/** Has a check run in a worker that may reach the server and nothing else; rejects never. */
export async function conduct(
  check: Check,
  target: Target,
  process: ServerProcess | undefined,
): Promise<Outcome> {
  const { name } = check;
  const reason = check.skipped?.(target);
  if (reason !== undefined) return { name, result: "skipped", details: [reason], habits: [] };
  await using counter = check.isCounted ? startCounter(target.baseUrl) : undefined;
  const { baseUrl } = counter ?? target;
  const worker = startChecker(baseUrl);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Outcome>((resolve) => {
      const fail = (words: string) =>
        resolve({ name, result: "failed", details: [words], habits: [] });
      timer = setTimeout(() => fail("took more than 10 minutes"), LIMIT_MS);
      worker.onerror = (event) => {
        // The other checks can still be run.
        event.preventDefault();
        fail(event.message);
      };
      worker.onmessage = ({ data }: MessageEvent<FromChecker>) => {
        if ("outcome" in data) resolve(data.outcome);
        else void answer(data.call, outsideOf(process, counter));
      };
      const order: Order = { name, target: { ...target, baseUrl } };
      worker.postMessage(order);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}

function startChecker(baseUrl: string): Worker {
  const permissions: Deno.PermissionOptions = { net: [hostOf(baseUrl)] };
  // The types of the web do not know it.
  const options = { type: "module", deno: { permissions } } as WorkerOptions;
  return new Worker(new URL("checker.ts", import.meta.url), options);
}

function outsideOf(
  process: ServerProcess | undefined,
  counter: ReturnType<typeof startCounter> | undefined,
): Outside {
  return {
    kill: async () => await process?.kill(),
    start: async () => await process?.start(),
    counts: () => Promise.resolve(counter!.counts()),
  };
}
