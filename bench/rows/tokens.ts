// Copyright 2026 the Rivulet authors. MIT license.

import type { Result } from "../result.ts";
import { figuresOf, type Session } from "../session.ts";
import type { Task } from "../task.ts";

/** What the async iterable costs on top of the callback. */
export async function tokens(session: Session): Promise<Result[]> {
  const tokenCount = session.size(20_000, 500);
  const { base } = session;
  const task: Task = { kind: "http", protocol: "sse", base, streams: 1, tokens: tokenCount };
  const usages = await session.measure({
    names: ["Rivulet tokens()", "Rivulet stream()", "floor"],
    task,
    check: { ...task, tokens: 60 },
    rounds: session.size(9, 1),
  });
  return [{
    metric: "tokens() against stream(), SSE over HTTP",
    unit: "µs CPU a token",
    figures: figuresOf(usages, ({ cpuMicros }) => cpuMicros / tokenCount),
    targets: [{ against: "Rivulet stream()", atMost: 1.35 }, { against: "floor" }],
  }];
}
