// Copyright 2026 the Rivulet authors. MIT license.

import { BEST_PEER, type Result } from "../result.ts";
import { linesOf, startScript } from "../script.ts";
import { figuresOf, type Session } from "../session.ts";
import type { Task } from "../task.ts";

/** The clients; who only parses an answer does not decide what becomes of its connection. */
const PEERS = ["openai", "xsai", "AI SDK", "ollama"];

/**
 * Questions one after another to a server that ends its body 2 ms after the end marker: a client that
 * cuts the body off there pays for a TLS handshake at each question.
 */
export async function connections(session: Session): Promise<Result[]> {
  const server = startScript("tls_server.ts", []);
  try {
    const [port, controlPort] = (await linesOf(server)()).split(" ");
    const task: Task = {
      kind: "connections",
      protocol: "sse",
      base: `https://localhost:${port}`,
      control: `http://127.0.0.1:${controlPort}`,
      questions: 20,
    };
    const names = ["Rivulet", ...PEERS.filter((name) => name !== "ollama")];
    const sse = await session.measure({ names, task, check: { questions: 2 }, rounds: 11 });
    const ollama = await session.measure({
      names: ["ollama"],
      task: { ...task, protocol: "ndjson" },
      check: { questions: 2 },
      rounds: 11,
    });
    const usages = new Map([...sse, ...ollama]);
    const against = PEERS.map((name) => ({ against: name }));
    return [{
      metric: "20 questions in a row over TLS: connections",
      unit: "connections",
      figures: figuresOf(usages, ({ connections }) => connections),
      targets: [{ against: BEST_PEER, atMost: 1 }, ...against],
    }, {
      metric: "The same: time to first token from the second on, p50",
      unit: "ms",
      figures: figuresOf(usages, ({ firstTokenMicros }) => firstTokenMicros / 1000),
      targets: [{ against: BEST_PEER, atMost: 1 }, ...against],
    }];
  } finally {
    server.kill();
    await server.status;
  }
}
