// Copyright 2026 the Rivulet authors. MIT license.

import { BEST_PEER, type Result } from "../result.ts";
import { figuresOf, type Session } from "../session.ts";
import type { Task } from "../task.ts";

/** One large answer with vectors, in a process in which only a small one was read before. */
export async function embeddings(session: Session): Promise<Result[]> {
  const count = session.size(1024, 512);
  const task: Task = { kind: "embed", base: session.base, texts: count, dimensions: count };
  const usages = await session.measure({
    names: ["Rivulet embedBatch()", "response.json()", "ollama"],
    task,
    check: { texts: 2, dimensions: 8 },
    rounds: 7,
    fresh: true,
  });
  const metric = `Embeddings, ${count} × ${count}`;
  return [{
    metric: `${metric}, growth of memory`,
    unit: "MiB",
    figures: figuresOf(usages, ({ growthBytes }) => growthBytes / 1024 / 1024),
    targets: [{ against: BEST_PEER, atMost: 0.35 }, { against: "response.json()" }],
  }, {
    metric: `${metric}, time`,
    unit: "ms",
    figures: figuresOf(usages, ({ wallMicros }) => wallMicros / 1000),
    targets: [{ against: "ollama", atMost: 1.1 }, { against: "response.json()" }],
  }, {
    metric: `${metric}, CPU`,
    unit: "ms CPU",
    figures: figuresOf(usages, ({ cpuMicros }) => cpuMicros / 1000),
    targets: [{ against: "ollama", atMost: 1.1 }, { against: "response.json()" }],
  }];
}
