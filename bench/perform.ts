// Copyright 2026 the Rivulet authors. MIT license.

import type { Contender, Protocol, Question } from "./contender.ts";
import { cutBytes } from "./cuts.ts";
import type { Order, Task } from "./task.ts";
import { vector } from "./vectors.ts";
import { answerEvents, answerWithToken, longToken, tokensOf } from "./workload.ts";

/** What only the work itself can tell of it. */
export interface Seen {
  /** In microseconds, one for each question. */
  readonly firstTokens?: number[];
  readonly connections?: number;
}

/** Work that is ready to be measured; throws where the result is wrong. */
export type Work = () => Promise<Seen>;

/** Prepares a task, so that the making of its bytes is not measured. */
export function prepare(contender: Contender, { task, everyToken }: Order): Work {
  switch (task.kind) {
    case "http": {
      const ask = asker(contender, tokensOf(task.tokens), everyToken);
      const question = { ...task, model: `${task.tokens}`, fetch };
      return async () => ({
        firstTokens: await Promise.all(Array.from({ length: task.streams }, () => ask(question))),
      });
    }
    case "memory": {
      const ask = asker(contender, tokensOf(task.tokens), everyToken);
      const events = [...answerEvents(task.protocol, task.tokens)];
      const question = inMemory(task.protocol, cutBytes(events, task.cut));
      return () => oneByOne(task.streams, () => ask(question));
    }
    case "long-line": {
      const token = longToken(task.kibibytes);
      const ask = asker(contender, [token], everyToken);
      const question = inMemory("ndjson", cutBytes(answerWithToken(token), "64 bytes"));
      return () => oneByOne(task.streams, () => ask(question));
    }
    case "first-token": {
      const ask = asker(contender, tokensOf(FEW_TOKENS), everyToken);
      const question = { ...task, model: `${FEW_TOKENS}`, fetch };
      return () => oneByOne(task.questions, () => ask(question));
    }
    case "connections": {
      const ask = asker(contender, tokensOf(FEW_TOKENS), everyToken);
      const question = { ...task, model: `${FEW_TOKENS}`, fetch };
      return async () => {
        await (await fetch(task.control, { method: "POST" })).text();
        const { firstTokens } = await oneByOne(task.questions, () => ask(question));
        const count = await (await fetch(task.control)).text();
        // The first one always pays for its connection.
        return { firstTokens: firstTokens.slice(1), connections: Number(count) };
      };
    }
    case "embed":
      return embedder(contender, task);
  }
}

const FEW_TOKENS = 20;

type Asked = Omit<Question, "onToken">;

/** Asks one question and checks what comes. */
function asker(
  contender: Contender,
  expected: string[],
  everyToken: boolean,
): (question: Asked) => Promise<number> {
  const expectedLength = expected.join("").length;
  return async (question) => {
    const start = performance.now();
    let firstToken = 0;
    let length = 0;
    const tokens: string[] = [];
    const onToken = (token: string) => {
      if (length === 0) firstToken = performance.now() - start;
      length += token.length;
      if (everyToken) tokens.push(token);
    };
    await contender.ask!({ ...question, onToken });
    if (length !== expectedLength || (everyToken && tokens.join("\0") !== expected.join("\0"))) {
      throw new Error(`delivers other tokens: ${length} characters of ${expectedLength}`);
    }
    return firstToken * 1000;
  };
}

/**
 * A question that is answered from memory. Its body is no byte stream, as that of most stubs and
 * wrappers.
 */
function inMemory(protocol: Protocol, chunks: Uint8Array<ArrayBuffer>[]): Asked {
  const type = protocol === "sse" ? "text/event-stream" : "application/x-ndjson";
  const answer = () => {
    let index = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const chunk = chunks[index++];
        if (chunk === undefined) controller.close();
        else controller.enqueue(chunk);
      },
    });
    return Promise.resolve(new Response(body, { headers: { "Content-Type": type } }));
  };
  return { protocol, base: "http://localhost:11434", model: "any", fetch: answer };
}

async function oneByOne(
  count: number,
  ask: () => Promise<number>,
): Promise<Required<Pick<Seen, "firstTokens">>> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) times.push(await ask());
  return { firstTokens: times };
}

function embedder(
  contender: Contender,
  { base, texts, dimensions }: Task & { kind: "embed" },
): Work {
  const question = {
    base,
    model: `${texts}x${dimensions}`,
    texts: Array.from({ length: texts }, (_, index) => `text ${index}`),
  };
  const last = vector(texts - 1, dimensions);
  return async () => {
    const vectors = await contender.embed!(question);
    const found = vectors[texts - 1];
    const isRight = vectors.length === texts && found?.length === dimensions &&
      last.every((value, index) => Math.abs(value - found[index]!) < 1e-7);
    if (!isRight) throw new Error("delivers other vectors");
    return {};
  };
}
