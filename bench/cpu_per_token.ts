// Copyright 2026 the Rivulet authors. MIT license.

import type { Result, Target } from "./result.ts";
import { figuresOf, type Measurement, type Session } from "./session.ts";
import type { Task } from "./task.ts";

const FRAMING = { sse: "SSE", ndjson: "NDJSON" } as const;

/** The CPU that a token takes, and what to compare it with. */
export async function cpuPerToken(
  session: Session,
  metric: (framing: string) => string,
  { targets, ...measurement }: Measurement & {
    readonly task: Task & { kind: "http" | "memory" };
    readonly targets: readonly Target[];
  },
): Promise<Result> {
  const { protocol, streams, tokens } = measurement.task;
  const usages = await session.measure(measurement);
  return {
    metric: metric(FRAMING[protocol]),
    unit: "µs CPU a token",
    figures: figuresOf(usages, ({ cpuMicros }) => cpuMicros / streams / tokens),
    targets,
  };
}
