// Copyright 2026 the Rivulet authors. MIT license.

import { cpuPerToken } from "../cpu_per_token.ts";
import type { Result } from "../result.ts";
import type { Session } from "../session.ts";

/** What the async iterable costs on top of the callback. */
export async function tokens(session: Session): Promise<Result[]> {
  const tokens = session.size(20_000, 500);
  const { base } = session;
  return [
    await cpuPerToken(session, (framing) => `tokens() against stream(), ${framing} over HTTP`, {
      names: ["Rivulet tokens()", "Rivulet stream()", "floor"],
      task: { kind: "http", protocol: "sse", base, streams: 1, tokens },
      check: { tokens: 60 },
      rounds: 9,
      targets: [{ against: "Rivulet stream()", atMost: 1.35 }, { against: "floor" }],
    }),
  ];
}
