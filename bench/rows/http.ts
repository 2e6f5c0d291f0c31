// Copyright 2026 the Rivulet authors. MIT license.

import { PROTOCOLS } from "../contender.ts";
import { contendersOf } from "../contenders.ts";
import { cpuPerToken } from "../cpu_per_token.ts";
import { BEST_PEER, FLOOR_ITSELF, type Result } from "../result.ts";
import type { Session } from "../session.ts";

const TARGETS = {
  sse: [{ against: "openai", atMost: 0.5 }, { against: "AI SDK", atMost: 0.25 }],
  ndjson: [{ against: "ollama", atMost: 0.6 }],
};

/** CPU a token over loopback HTTP, each event in a chunk of its own. */
export async function http(session: Session): Promise<Result[]> {
  const results: Result[] = [];
  for (const protocol of PROTOCOLS) {
    const targets = [
      { against: "floor", atMost: 1.3 },
      FLOOR_ITSELF,
      { against: BEST_PEER, atMost: 0.65 },
      ...TARGETS[protocol],
    ];
    for (
      const [streams, tokens] of [[1, session.size(10_000, 500)], [
        200,
        session.size(100, 5),
      ]] as const
    ) {
      const metric = (framing: string) =>
        `${framing} over HTTP, ${streams === 1 ? "1 stream" : `${streams} streams`}`;
      results.push(
        await cpuPerToken(session, metric, {
          names: contendersOf(protocol, session),
          task: { kind: "http", protocol, base: session.base, streams, tokens },
          check: { streams: 2, tokens: 60 },
          rounds: 5,
          targets,
        }),
      );
    }
  }
  return results;
}
