// Copyright 2026 the Rivulet authors. MIT license.

import type { Protocol } from "../contender.ts";
import { contendersOf } from "../contenders.ts";
import { BEST_PEER, FLOOR_ITSELF, type Result, type Target } from "../result.ts";
import { figuresOf, type Session } from "../session.ts";
import type { Task } from "../task.ts";

const TARGETS: Readonly<Record<Protocol, readonly Target[]>> = {
  sse: [
    { against: "floor", atMost: 1.3 },
    FLOOR_ITSELF,
    { against: BEST_PEER, atMost: 0.65 },
    { against: "openai", atMost: 0.5 },
    { against: "AI SDK", atMost: 0.25 },
  ],
  ndjson: [
    { against: "floor", atMost: 1.3 },
    FLOOR_ITSELF,
    { against: BEST_PEER, atMost: 0.65 },
    { against: "ollama", atMost: 0.6 },
  ],
};

/** CPU a token over loopback HTTP, each event in a chunk of its own. */
export async function http(session: Session): Promise<Result[]> {
  const results: Result[] = [];
  for (const protocol of ["sse", "ndjson"] as const) {
    results.push(await measure(session, protocol, [1, session.size(10_000, 500)]));
    results.push(await measure(session, protocol, [200, session.size(100, 5)]));
  }
  return results;
}

async function measure(
  session: Session,
  protocol: Protocol,
  [streams, tokens]: [number, number],
): Promise<Result> {
  const task: Task = { kind: "http", protocol, base: session.base, streams, tokens };
  const usages = await session.measure({
    names: contendersOf(protocol, session),
    task,
    check: { ...task, streams: 2, tokens: 60 },
    rounds: session.size(7, 1),
  });
  const framing = protocol === "sse" ? "SSE" : "NDJSON";
  return {
    metric: `${framing} over HTTP, ${streams === 1 ? "1 stream" : `${streams} streams`}`,
    unit: "µs CPU a token",
    figures: figuresOf(usages, ({ cpuMicros }) => cpuMicros / streams / tokens),
    targets: TARGETS[protocol],
  };
}
