// Copyright 2026 the Rivulet authors. MIT license.

import { contendersOf } from "../contenders.ts";
import { BEST_PEER, FLOOR_ITSELF, type Result } from "../result.ts";
import { figuresOf, type Session } from "../session.ts";
import type { Task } from "../task.ts";

/** The most memory that a process holds which does nothing but this. */
export async function peakMemory(session: Session): Promise<Result[]> {
  // 200 tokens each: about half as many make V8 double its young generation for some contenders and
  // not yet for others.
  return [
    await measure(session, [200, session.size(200, 5)], 0.55),
    await measure(session, [1, session.size(30_000, 1000)], 0.75),
  ];
}

async function measure(
  session: Session,
  [streams, tokens]: [number, number],
  toBestPeer: number,
): Promise<Result> {
  const task: Task = { kind: "http", protocol: "sse", base: session.base, streams, tokens };
  const usages = await session.measure({
    names: session.quick ? QUICK : contendersOf("sse", session),
    task,
    check: { streams: 1, tokens: 60 },
    rounds: 3,
    fresh: true,
  });
  return {
    metric: `Peak memory, SSE over HTTP, ${streams} × ${tokens.toLocaleString("en")} tokens`,
    unit: "MiB",
    figures: figuresOf(usages, ({ peakBytes }) => peakBytes / 1024 / 1024),
    targets: [
      { against: "floor", atMost: 1.15 },
      FLOOR_ITSELF,
      { against: BEST_PEER, atMost: toBestPeer },
    ],
  };
}

/** Each needs a process of its own: only those that the targets ask for. */
const QUICK = ["Rivulet", "floor", "fetch-event-stream"];
