// Copyright 2026 the Rivulet authors. MIT license.

import { contendersOf } from "../contenders.ts";
import { cpuPerToken } from "../cpu_per_token.ts";
import { BEST_PEER, FLOOR_ITSELF, type Result } from "../result.ts";
import type { Session } from "../session.ts";

/** CPU a token while the work grows: a figure that grows with it is a cost that is not linear. */
export async function growth(session: Session): Promise<Result[]> {
  const few = session.size(50, 10);
  return [
    ...await measureAll(session, [[10, few], [100, few], [1000, few]]),
    ...await measureAll(session, [[1, 1000], [1, 10_000], [1, session.size(50_000, 20_000)]]),
  ];
}

/** The later sizes are compared with the first as well. */
async function measureAll(session: Session, sizes: [number, number][]): Promise<Result[]> {
  const results: Result[] = [];
  for (const size of sizes) {
    const result = await measure(session, size);
    const [first = result] = results;
    const ours = first.figures.get("Rivulet");
    const smallest = "Rivulet, " + first.metric.replace(/^.*, /, "");
    results.push(
      first === result || ours === undefined ? result : {
        ...result,
        figures: new Map([...result.figures, [smallest, ours]]),
        targets: [...result.targets, { against: smallest }],
      },
    );
  }
  return results;
}

function measure(session: Session, [streams, tokens]: [number, number]): Promise<Result> {
  const names = contendersOf("sse", session).filter((name) => name !== "AI SDK");
  const [many, long] = [streams, tokens].map((count) => count.toLocaleString("en"));
  return cpuPerToken(
    session,
    (framing) => `Growth, ${framing} over HTTP, ${many} × ${long} tokens`,
    {
      names: session.quick ? ["Rivulet", "floor"] : names,
      task: { kind: "http", protocol: "sse", base: session.base, streams, tokens },
      check: { streams: 1, tokens: 60 },
      rounds: 3,
      targets: [{ against: "floor" }, FLOOR_ITSELF, { against: BEST_PEER }],
    },
  );
}
