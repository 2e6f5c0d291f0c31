// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId, ProviderError } from "@rivulet/llm";
import { configFor, requestFor } from "../support/ask.ts";
import { type LoopbackResponse, startLoopback } from "../support/loopback.ts";
import { generateBody } from "./generate.ts";
import type { Random } from "./random.ts";
import { isReasoning, readEventStream, readLinesOfJson } from "./reference.ts";

/** Nothing may take longer than this: it would be a hang. */
const HANG_MS = 10_000;

const THROWN = new Error("thrown by onToken");

/** What the caller does, and after how many tokens or milliseconds. */
interface Behaviour {
  act:
    | "nothing"
    | "abort before"
    | "abort in onToken"
    | "abort after a while"
    | "throw in onToken"
    | "leave";
  after: number;
}

/**
 * Asks a loopback server that answers, stays silent, breaks off or keeps the connection, while the
 * caller aborts, throws or leaves at a random moment. Returns what went wrong, or undefined.
 */
export async function findDisturbance(random: Random): Promise<string | undefined> {
  const id = random.pick<LLMProviderId>(["standard-compatible", "local-a", "local-b"]);
  const protocol = id === "local-a" ? "ndjson" : "sse";
  const body = generateBody(random, protocol);
  const response: LoopbackResponse = {
    chunks: random.cut(body),
    end: random.pick(["close", "open", "reset"]),
  };
  const isSilent = random.once(10);
  const behaviour: Behaviour = {
    act: random.pick([
      "nothing",
      "abort before",
      "abort in onToken",
      "abort after a while",
      "throw in onToken",
      "leave",
    ]),
    after: random.below(4),
  };
  const expected = (protocol === "sse" ? readEventStream(body) : readLinesOfJson(body)).texts
    .filter((text) => !isReasoning(text));
  await using server = startLoopback(() => isSilent ? undefined : response);
  const { tokens, error } = await withinTime(ask(id, server.base, behaviour, random.once(2)));
  const context = `${id}, ${JSON.stringify(behaviour)}, end ${isSilent ? "silent" : response.end}`;
  const isPrefix = tokens.every((token, index) => token === expected[index]);
  if (!isPrefix) {
    return `${context}: ${JSON.stringify(tokens)} is no beginning of ${JSON.stringify(expected)}`;
  }
  const isStopped = ["abort in onToken", "throw in onToken", "leave"].includes(behaviour.act);
  if (isStopped && tokens.length > behaviour.after + 1) {
    return `${context}: ${tokens.length} tokens`;
  }
  const isWhole = behaviour.act === "nothing" && response.end === "close" && !isSilent;
  if (isWhole && tokens.length < expected.length) {
    return `${context}: only ${JSON.stringify(tokens)} of ${JSON.stringify(expected)}`;
  }
  const unexpected = unexpectedError(error, behaviour);
  if (unexpected !== undefined) return `${context}: ${unexpected}`;
  if (server.requests.length > 0) await withinTime(server.clientGone(0));
  return undefined;
}

interface Outcome {
  tokens: string[];
  error?: unknown;
}

async function ask(
  id: LLMProviderId,
  baseUrl: string,
  { act, after }: Behaviour,
  useStream: boolean,
): Promise<Outcome> {
  const { stream, tokens } = getProviderById(id);
  const controller = new AbortController();
  const outcome: Outcome = { tokens: [] };
  // A server that keeps the connection without an end marker is waited for until the caller has had
  // enough.
  const patience = setTimeout(
    () => controller.abort(),
    act === "abort after a while" ? after : 100,
  );
  if (act === "abort before") controller.abort();
  const take = (token: string) => {
    outcome.tokens.push(token);
    if (outcome.tokens.length <= after) return;
    if (act === "abort in onToken") controller.abort();
    if (act === "throw in onToken") throw THROWN;
  };
  const config = configFor(id, { baseUrl });
  const request = requestFor({ signal: controller.signal, onToken: take });
  try {
    if (useStream && act !== "leave") {
      await stream(config, request);
    } else {
      for await (const token of tokens(config, request)) {
        take(token);
        if (act === "leave" && outcome.tokens.length > after) break;
      }
    }
  } catch (error) {
    outcome.error = error;
  } finally {
    clearTimeout(patience);
  }
  return outcome;
}

/** Why an error is not one of those that may come. */
function unexpectedError(error: unknown, { act }: Behaviour): string | undefined {
  if (error === undefined || error instanceof ProviderError) return undefined;
  if (error === THROWN && act === "throw in onToken") return undefined;
  if (error instanceof Error && ["AbortError", "TypeError"].includes(error.name)) return undefined;
  return `unexpected error ${Deno.inspect(error)}`;
}

async function withinTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`hangs for ${HANG_MS} ms`)), HANG_MS);
  });
  try {
    return await Promise.race([promise, hang]);
  } finally {
    clearTimeout(timer);
  }
}
