// Copyright 2026 the Rivulet authors. MIT license.

import type { Protocol } from "../contender.ts";
import { contendersOf } from "../contenders.ts";
import type { Cut } from "../cuts.ts";
import { BEST_PEER, FLOOR_ITSELF, type Result, type Target } from "../result.ts";
import { figuresOf, type Session } from "../session.ts";
import type { Task } from "../task.ts";

const TARGETS: Readonly<Record<Protocol, readonly Target[]>> = {
  sse: [
    { against: "floor", atMost: 1.3 },
    FLOOR_ITSELF,
    { against: BEST_PEER },
    { against: "openai", atMost: 0.6 },
  ],
  ndjson: [
    { against: "floor", atMost: 1.3 },
    FLOOR_ITSELF,
    { against: BEST_PEER },
    { against: "ollama", atMost: 1 },
  ],
};

/** CPU a token for bytes in memory, where every contender has a default reader. */
export async function memory(session: Session): Promise<Result[]> {
  const results: Result[] = [];
  for (const protocol of ["sse", "ndjson"] as const) {
    for (const cut of ["event", "16 KiB", "1–37 bytes"] as const) {
      results.push(await measure(session, protocol, cut));
    }
  }
  return results;
}

async function measure(session: Session, protocol: Protocol, cut: Cut): Promise<Result> {
  const streams = session.size(10, 2);
  const tokens = session.size(cut === "1–37 bytes" ? 500 : 3000, 200);
  const task: Task = { kind: "memory", protocol, cut, streams, tokens };
  const usages = await session.measure({
    names: contendersOf(protocol, session),
    task,
    check: { ...task, streams: 1, tokens: 100 },
    rounds: session.size(15, 1),
  });
  return {
    metric: `${protocol === "sse" ? "SSE" : "NDJSON"} in memory, chunks of ${
      cut === "event" ? "one event" : cut
    }`,
    unit: "µs CPU a token",
    figures: figuresOf(usages, ({ cpuMicros }) => cpuMicros / streams / tokens),
    targets: TARGETS[protocol],
  };
}
