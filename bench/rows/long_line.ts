// Copyright 2026 the Rivulet authors. MIT license.

import { FLOOR_ITSELF, type Result } from "../result.ts";
import { figuresOf, type Session } from "../session.ts";
import type { Task } from "../task.ts";

/** One long line in 64-byte chunks: a search from its start for each chunk would be quadratic. */
export async function longLine(session: Session): Promise<Result[]> {
  const names = ["Rivulet", "floor", "floor again", "ollama"];
  const figures = await measure(session, names, { kibibytes: 256, streams: session.size(3, 1) });
  const short = await measure(session, ["Rivulet"], { kibibytes: 256, streams: 20 });
  const long = await measure(session, ["Rivulet"], { kibibytes: 512, streams: 20 });
  return [{
    metric: "One 256 KiB line in 64-byte chunks",
    unit: "ms CPU",
    figures,
    targets: [{ against: "floor" }, FLOOR_ITSELF, { against: "ollama", atMost: 0.1 }],
  }, {
    metric: "One 512 KiB line in 64-byte chunks, 20 times",
    unit: "ms CPU a line",
    figures: new Map([
      ["Rivulet", long.get("Rivulet") ?? []],
      ["Rivulet, 256 KiB", short.get("Rivulet") ?? []],
    ]),
    targets: [{ against: "Rivulet, 256 KiB", atMost: 3 }],
  }];
}

async function measure(
  session: Session,
  names: string[],
  size: { kibibytes: number; streams: number },
): Promise<Map<string, number[]>> {
  const task: Task = { kind: "long-line", ...size };
  const usages = await session.measure({
    names,
    task,
    check: { kibibytes: 1, streams: 1 },
    rounds: 5,
  });
  return figuresOf(usages, ({ cpuMicros }) => cpuMicros / 1000 / size.streams);
}
