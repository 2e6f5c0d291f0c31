// Copyright 2026 the Rivulet authors. MIT license.

import { contendersOf } from "../contenders.ts";
import { BEST_PEER, FLOOR_ITSELF, type Result } from "../result.ts";
import { figuresOf, type Session } from "../session.ts";
import type { Task } from "../task.ts";

/** The time from the question to the first token, which the server sends at once. */
export async function firstToken(session: Session): Promise<Result[]> {
  const { base } = session;
  const task: Task = {
    kind: "first-token",
    protocol: "sse",
    base,
    questions: session.size(100, 20),
  };
  const usages = await session.measure({
    names: contendersOf("sse", session),
    task,
    check: { questions: 2 },
    rounds: 21,
  });
  return [{
    metric: "Time to first token, SSE over HTTP, p50",
    unit: "ms",
    figures: figuresOf(usages, ({ firstTokenMicros }) => firstTokenMicros / 1000),
    targets: [
      { against: "floor", atMost: 1.3 },
      FLOOR_ITSELF,
      { against: BEST_PEER },
      { against: "openai", atMost: 0.7 },
    ],
  }];
}
