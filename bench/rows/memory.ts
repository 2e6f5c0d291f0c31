// Copyright 2026 the Rivulet authors. MIT license.

import { PROTOCOLS } from "../contender.ts";
import { contendersOf } from "../contenders.ts";
import { cpuPerToken } from "../cpu_per_token.ts";
import { BEST_PEER, FLOOR_ITSELF, type Result } from "../result.ts";
import type { Session } from "../session.ts";

const PEER = {
  sse: { against: "openai", atMost: 0.6 },
  ndjson: { against: "ollama", atMost: 1 },
};

/** CPU a token for bytes in memory, where every contender has a default reader. */
export async function memory(session: Session): Promise<Result[]> {
  const results: Result[] = [];
  const streams = session.size(10, 2);
  for (const protocol of PROTOCOLS) {
    for (const cut of ["event", "16 KiB", "1–37 bytes"] as const) {
      const tokens = session.size(cut === "1–37 bytes" ? 500 : 3000, 200);
      const metric = (framing: string) =>
        `${framing} in memory, chunks of ${cut === "event" ? "one event" : cut}`;
      results.push(
        await cpuPerToken(session, metric, {
          names: contendersOf(protocol, session),
          task: { kind: "memory", protocol, cut, streams, tokens },
          check: { streams: 1, tokens: 100 },
          rounds: 9,
          targets: [
            { against: "floor", atMost: 1.3 },
            FLOOR_ITSELF,
            { against: BEST_PEER },
            PEER[protocol],
          ],
        }),
      );
    }
  }
  return results;
}
