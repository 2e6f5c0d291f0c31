// Copyright 2026 the Rivulet authors. MIT license.

// A rejection that nobody has handled ends a program: no callback that fails late may leave one.

import { assertEquals } from "@std/assert";
import type { Check } from "./check.ts";
import type { Place } from "./place.ts";
import { runProgram } from "./program.ts";

/** Saves each token, and each progress, in a database that is down; each save fails by itself. */
const CODE = `import { lmStudio, OllamaEmbeddingClient } from "@rivulet/llm";

const baseUrl = "http://localhost:1";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const tell = (error) => console.log(error.message);
const save = async () => {
  await sleep(15);
  throw new Error("the database is down");
};

const line = new TextEncoder().encode('data: {"choices":[{"delta":{"content":"a"}}]}\\n\\n');
let count = 0;
const body = new ReadableStream({
  async pull(controller) {
    await sleep(4);
    if (count++ === 6) controller.close();
    else controller.enqueue(line);
  },
});
const config = { baseUrl, model: "m", fetch: () => Promise.resolve(new Response(body)) };
const { signal } = new AbortController();
const request = { prompt: "Q", contextSnippets: [], signal, onToken: save };
await lmStudio.stream(config, request).catch(tell);

const embeddings = [[1]];
const fetch = () => Promise.resolve(Response.json({ embeddings }));
const client = new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs: 5000, fetch });
const options = { batchSize: 1, onProgress: save };
try {
  for await (const _ of client.embedMany(["a", "b", "c", "d", "e", "f"], options)) await sleep(4);
} catch (error) {
  tell(error);
}

await sleep(60);
console.log("still here");
`;

const SAID = "the database is down\nthe database is down\nstill here\n";

/** The program on each runtime, without any permission. */
export function rejectionChecks(places: readonly Place[]): Check[] {
  return places.map((place) => ({
    name: `callbacks that fail late end no program, ${place.name}`,
    async run() {
      if (place.ignored !== undefined) return place.ignored;
      const program = { code: CODE, file: "main.mjs", permissions: [] } as const;
      assertEquals(await runProgram(place, program), { ok: true, stdout: SAID, stderr: "" });
    },
  }));
}
