// Copyright 2026 the Rivulet authors. MIT license.

import { ANSWER } from "../questions/told.ts";
import { FLOOR_ITSELF, type Result } from "../result.ts";
import { configured } from "../script.ts";
import type { Session } from "../session.ts";

const QUESTIONS = { "Rivulet": "rivulet", "floor": "floor", "floor again": "floor" };

const SSE = `data: ${
  JSON.stringify({ choices: [{ delta: { content: ANSWER } }] })
}\n\ndata: [DONE]\n\n`;

/** The first token of the first question of a program, with the permissions that people give. */
export async function firstQuestion(session: Session): Promise<Result[]> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    () => new Response(SSE, { headers: { "content-type": "text/event-stream" } }),
  );
  const host = `localhost:${server.addr.port}`;
  try {
    return [
      await measure(session, {
        host,
        permission: `--allow-net=${host}`,
        name: "--allow-net alone",
      }),
      await measure(session, { host, permission: "--allow-all", name: "--allow-all" }),
    ];
  } finally {
    await server.shutdown();
  }
}

interface Setting {
  readonly host: string;
  readonly permission: string;
  readonly name: string;
}

async function measure(session: Session, setting: Setting): Promise<Result> {
  const figures = new Map<string, number[]>(Object.keys(QUESTIONS).map((name) => [name, []]));
  // The first round fills the caches, as the first start at a user's does.
  for (let round = 0; round <= session.size(15, 1); round++) {
    for (const [name, file] of Object.entries(QUESTIONS)) {
      const milliseconds = await ask(`questions/${file}.ts`, setting);
      if (round > 0) figures.get(name)!.push(milliseconds);
    }
  }
  return {
    metric: `First question of a fresh program, ${setting.name}: time to first token`,
    unit: "ms",
    figures,
    targets: [{ against: "floor", atMost: 1.3 }, FLOOR_ITSELF],
  };
}

/** What the program measures itself: its start is another row. */
async function ask(file: string, { host, permission }: Setting): Promise<number> {
  const args = ["run", "--quiet", "--no-check", permission, ...configured(file)];
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: [...args, `http://${host}`],
    stderr: "null",
  }).output();
  if (!success) throw new Error(`Cannot run "${file}"`);
  return Number(new TextDecoder().decode(stdout));
}
