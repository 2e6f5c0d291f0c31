// Copyright 2026 the Rivulet authors. MIT license.

import { ollama } from "@rivulet/llm";
import { OllamaEmbeddingClient } from "@rivulet/llm/embedding";

/** One kind of load: a tenth of it comes first, so that what grows once does not count. */
export interface Load {
  readonly name: string;
  /** How much of it there is as a whole. */
  readonly count: number;
  /** In how many parts it is run; in one where it cannot be cut. */
  readonly parts?: number;
  run(base: string, count: number): Promise<void>;
}

/** Does so much of a work, as many at once. */
async function inLanes(count: number, lanes: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Asks once, and checks that the answer has come. */
async function ask(baseUrl: string, signal?: AbortSignal): Promise<void> {
  let text = "";
  const request = { prompt: "Q", ...(signal && { signal }) };
  for await (const token of ollama.tokens({ baseUrl, model: "short" }, request)) text += token;
  if (text !== "ab") throw new Error(`An answer was ${JSON.stringify(text)}`);
}

async function askAndLeave(baseUrl: string): Promise<void> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.random() * 30);
  const config = { baseUrl, model: "slow" };
  const tokens = ollama.tokens(config, { prompt: "Q", signal: controller.signal });
  try {
    for await (const _ of tokens) if (Math.random() < 0.1) break;
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** One for all calls of this program. */
const oneSignal = new AbortController().signal;

function* texts(count: number): Generator<string> {
  for (let index = 0; index < count; index++) yield `text ${index}`;
}

export const LOADS: readonly Load[] = [
  {
    name: "streams at once",
    count: 5000,
    run: (base, count) => inLanes(count, 500, () => ask(base)),
  },
  {
    name: "questions",
    count: 100_000,
    run: (base, count) => inLanes(count, 8, () => ask(base)),
  },
  {
    name: "calls with one signal",
    count: 50_000,
    run: (base, count) => inLanes(count, 8, () => ask(base, oneSignal)),
  },
  {
    name: "texts",
    count: 2_000_000,
    async run(baseUrl, count) {
      const client = new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs: 60_000 });
      let read = 0;
      const options = { batchSize: 512 };
      for await (const vectors of client.embedMany(texts(count), options)) read += vectors.length;
      if (read !== count) throw new Error(`${read} vectors came for ${count} texts`);
    },
  },
  {
    name: "MiB of one answer, read slowly",
    count: 500,
    parts: 1,
    async run(baseUrl, count) {
      let length = 0;
      const config = { baseUrl, model: `long-${count}` };
      for await (const token of ollama.tokens(config, { prompt: "Q" })) {
        length += token.length;
        if (length % (8000 * 64) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      if (length < count * 1e6) throw new Error(`Only ${length} characters came`);
    },
  },
  {
    name: "answers that are left or aborted",
    count: 5000,
    run: (base, count) => inLanes(count, 50, () => askAndLeave(base)),
  },
];
