// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId, ProviderError } from "@rivulet/llm";
import { configFor, requestFor } from "../../support/ask.ts";
import { CountedController } from "../../support/counted_controller.ts";
import { startLoopback } from "../../support/loopback.ts";
import type { Random } from "../random.ts";
import { generateBody } from "./generate.ts";
import { isReasoning, readEventStream, type Reading, readLinesOfJson } from "./reference.ts";

const ACTS = [
  "nothing",
  "abort before",
  "abort after a while",
  "abort in onToken",
  "abort in onReasoning",
  "abort in onFinish",
  "throw in onToken",
  "leave",
] as const;

const THROWN = new Error("thrown by onToken");

/** What the server does and what the caller does, after how many tokens or milliseconds. */
interface Scene {
  id: LLMProviderId;
  method: "stream" | "tokens";
  act: typeof ACTS[number];
  after: number;
  status: number;
  end: "close" | "open" | "reset" | "reset at once" | "silence";
}

interface Outcome {
  tokens: string[];
  error?: unknown;
  /** Whether the caller aborted, and whether it left the loop. */
  aborted: boolean;
  left: boolean;
  /** Whether a token came after the abort. */
  isLate: boolean;
  /** How many listeners stay on the signal. */
  listeners: number;
}

/**
 * Asks a loopback server that answers, refuses, stays silent, breaks off or keeps the connection,
 * while the caller aborts, throws or leaves at a random moment. Tells what went wrong.
 */
export async function checkChatDisturbance(random: Random): Promise<string | undefined> {
  const scene: Scene = {
    id: random.pick<LLMProviderId>(["standard-compatible", "local-a", "local-b"]),
    method: random.pick(["stream", "tokens"]),
    act: random.pick(ACTS),
    after: random.below(4),
    status: random.once(8) ? random.pick([400, 500]) : 200,
    end: random.once(8)
      ? random.pick(["reset at once", "silence"])
      : random.pick(["close", "open", "reset"]),
  };
  const isOllama = scene.id === "local-a";
  const body = generateBody(random, isOllama ? "ndjson" : "sse");
  const chunks = random.cut(body);
  const { status, end } = scene;
  await using server = startLoopback(() =>
    end === "silence" ? undefined : end === "reset at once" ? "reset" : { status, chunks, end }
  );
  const outcome = await play(scene, server.base);
  if (server.requests.length > 0) await server.clientGone(0);
  const reading = isOllama ? readLinesOfJson(body) : readEventStream(body);
  const fault = faultOf(outcome, scene, reading);
  return fault && `${JSON.stringify(scene)}: ${fault}`;
}

async function play(scene: Scene, baseUrl: string): Promise<Outcome> {
  const { id, method, act, after, end } = scene;
  const controller = new CountedController();
  const outcome: Outcome = { tokens: [], aborted: false, left: false, isLate: false, listeners: 0 };
  const abortAt = (moment: typeof act) => act === moment ? controller.abort() : undefined;
  const take = (token: string) => {
    outcome.isLate ||= controller.signal.aborted;
    if (outcome.tokens.push(token) <= after) return;
    abortAt("abort in onToken");
    if (act === "throw in onToken") throw THROWN;
  };
  // A server that says nothing more is waited for until the caller has had enough.
  const patience = end === "open" || end === "silence" ? 100 : undefined;
  const wait = act === "abort after a while" ? after : patience;
  const timer = wait === undefined ? undefined : setTimeout(() => controller.abort(), wait);
  abortAt("abort before");
  const config = configFor(id, { baseUrl });
  const request = requestFor({
    signal: controller.signal,
    onToken: take,
    onReasoning: () => abortAt("abort in onReasoning"),
    onFinish: () => abortAt("abort in onFinish"),
  });
  try {
    const provider = getProviderById(id);
    if (method === "stream") {
      await provider.stream(config, request);
    } else {
      for await (const token of provider.tokens(config, request)) {
        take(token);
        outcome.left = act === "leave" && outcome.tokens.length > after;
        if (outcome.left) break;
      }
    }
  } catch (error) {
    outcome.error = error;
  } finally {
    clearTimeout(timer);
  }
  return { ...outcome, aborted: controller.signal.aborted, listeners: controller.listeners };
}

function faultOf(outcome: Outcome, scene: Scene, reading: Reading): string | undefined {
  const { tokens, error, left, isLate, listeners } = outcome;
  const { act, after, status, end } = scene;
  const expected = status === 200 ? reading.texts.filter((text) => !isReasoning(text)) : [];
  const told = `${JSON.stringify(tokens)} of ${JSON.stringify(expected)}`;
  if (!tokens.every((token, index) => token === expected[index])) return `no beginning: ${told}`;
  const isStopped = left || act === "abort in onToken" || act === "throw in onToken";
  if (isStopped && tokens.length > after + 1) return `goes on: ${told}`;
  const hasEnded = error === undefined || (error instanceof ProviderError && end === "close");
  if (hasEnded && !left && tokens.length < expected.length) return `not all: ${told}`;
  if (isLate) return "goes on after the abort";
  if (listeners > 0) return `${listeners} listeners stay`;
  return mayEndSo(outcome, scene, reading) ? undefined : `ends with ${Deno.inspect(error)}`;
}

function mayEndSo(
  { error, aborted, left }: Outcome,
  { act, status, end }: Scene,
  { failed, endedBy }: Reading,
): boolean {
  const mayBreak = end === "reset" || end === "reset at once";
  if (error === THROWN) return act === "throw in onToken";
  if (error === undefined) {
    const isComplete = !failed && (end === "close" || endedBy === "marker");
    return status === 200 && (left || isComplete);
  }
  if (!(error instanceof Error)) return false;
  if (error.name === "AbortError") return aborted;
  if (!(error instanceof ProviderError)) return error instanceof TypeError && mayBreak;
  return status === 200 ? error.code === "stream" && (failed || mayBreak) : error.code === "http";
}
