// Copyright 2026 the Rivulet authors. MIT license.

import { cpuPerToken } from "../cpu_per_token.ts";
import { FLOOR_ITSELF, type Result } from "../result.ts";
import type { Session } from "../session.ts";

const PARSER = "eventsource-parser, BYOB";

/**
 * CPU a token beside a good parser on the fastest reader that there is, one token a chunk. The parser
 * handles no abort and no failed answer.
 */
export async function parserAlone(session: Session): Promise<Result[]> {
  const task = {
    kind: "http",
    protocol: "sse",
    base: session.base,
    streams: 1,
    tokens: session.size(10_000, 500),
  } as const;
  return [
    await cpuPerToken(session, (framing) => `${framing} over HTTP, one token a chunk`, {
      names: ["Rivulet", "floor", "floor again", PARSER],
      task,
      check: { tokens: 60 },
      rounds: 15,
      targets: [{ against: "floor", atMost: 1.2 }, FLOOR_ITSELF, { against: PARSER }],
    }),
  ];
}
