// Copyright 2026 the Rivulet authors. MIT license.

import { ANSWER } from "../questions/told.ts";
import type { Result } from "../result.ts";
import { configured } from "../script.ts";
import type { Session } from "../session.ts";

const QUESTIONS = { "Rivulet": "rivulet", "floor": "floor", "floor again": "floor" };

const SSE = `data: ${
  JSON.stringify({ choices: [{ delta: { content: ANSWER } }] })
}\n\ndata: [DONE]\n\n`;

/** The first token of the first question of a program, with the permission that the README names. */
export async function firstQuestion(session: Session): Promise<Result[]> {
  const figures = new Map<string, number[]>(Object.keys(QUESTIONS).map((name) => [name, []]));
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(SSE, { headers: { "content-type": "text/event-stream" } }),
  );
  const host = `localhost:${server.addr.port}`;
  try {
    // The first round fills the caches, as the first start at a user's does.
    for (let round = 0; round <= session.size(15, 1); round++) {
      for (const [name, file] of Object.entries(QUESTIONS)) {
        const milliseconds = await ask(`questions/${file}.ts`, host);
        if (round > 0) figures.get(name)!.push(milliseconds);
      }
    }
  } finally {
    await server.shutdown();
  }
  return [{
    metric: "First question of a fresh program, --allow-net alone: time to first token",
    unit: "ms",
    figures,
    targets: [{ against: "floor", atMost: 1.3 }, { subject: "floor", against: "floor again" }],
  }];
}

/** What the program measures itself: its start is another row. */
async function ask(file: string, host: string): Promise<number> {
  const args = ["run", "--quiet", "--no-check", `--allow-net=${host}`, ...configured(file)];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...args, `http://${host}`],
    stderr: "null",
  }).output();
  if (!success) throw new Error(`Cannot run "${file}"`);
  return Number(new TextDecoder().decode(stdout));
}
