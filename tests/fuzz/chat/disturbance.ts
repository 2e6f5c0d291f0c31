// Copyright 2026 the Rivulet authors. MIT license.

import { getProviderById, type LLMProviderId, ProviderError } from "@rivulet/llm";
import { configFor, requestFor } from "../../support/ask.ts";
import { headersOf, pack, type Packing, packings } from "../../support/bombs.ts";
import { startLoopback } from "../../support/loopback.ts";
import { type Disturbance, DisturbedCall, THROWN } from "../disturbed_call.ts";
import type { Random } from "../random.ts";
import { generateBody } from "./generate.ts";
import { isReasoning, readBody, type Reading } from "./reference.ts";

const ACTS: Disturbance["act"][] = [
  "nothing",
  "abort before",
  "abort after a while",
  "abort in onToken",
  "abort in onReasoning",
  "abort in onFinish",
  "throw in onToken",
  "leave",
];

/** What the server does and what the caller does. */
interface Scene extends Disturbance {
  id: LLMProviderId;
  method: "stream" | "tokens";
  status: number;
  end: "close" | "open" | "reset" | "reset at once" | "silence";
  packing: Packing | undefined;
}

/**
 * Asks a loopback server that answers, refuses, stays silent, breaks off or keeps the connection,
 * while the caller aborts, throws or leaves at a random moment. Tells what went wrong.
 */
export async function checkChatDisturbance(random: Random): Promise<string | undefined> {
  const scene: Scene = {
    id: random.pick(["standard-compatible", "local-a", "local-b"]),
    method: random.pick(["stream", "tokens"]),
    act: random.pick(ACTS),
    after: random.below(4),
    status: random.once(8) ? random.pick([400, 500]) : 200,
    end: random.once(8)
      ? random.pick(["reset at once", "silence"])
      : random.pick(["close", "open", "reset"]),
    packing: random.once(2) ? random.pick(packings) : undefined,
  };
  const protocol = scene.id === "local-a" ? "ndjson" : "sse";
  const body = generateBody(random);
  const { status, end, packing } = scene;
  const chunks = random.cut(pack(body, packing));
  const headers = headersOf(packing);
  await using server = startLoopback(() =>
    end === "silence"
      ? undefined
      : end === "reset at once"
      ? "reset"
      : { status, headers, chunks, end }
  );
  const call = await play(scene, server.base);
  if (server.requests.length > 0) await server.clientGone(0);
  const fault = faultOf(call, scene, readBody(body, protocol));
  return fault && `${JSON.stringify(scene)}: ${fault}`;
}

async function play(scene: Scene, baseUrl: string): Promise<DisturbedCall<string>> {
  const { id, method, after, end } = scene;
  const call = new DisturbedCall<string>(scene);
  const take = (token: string) => {
    const left = call.take(token);
    if (call.items.length > after) call.disturbIn("onToken");
    return left;
  };
  const { stream, tokens } = getProviderById(id);
  const config = configFor(id, { baseUrl });
  const request = requestFor({
    signal: call.signal,
    onToken: take,
    onReasoning: () => call.disturbIn("onReasoning"),
    onFinish: () => call.disturbIn("onFinish"),
  });
  await call.run(async () => {
    if (method === "stream") return await stream(config, request);
    for await (const token of tokens(config, request)) if (take(token)) break;
    // A server that says nothing more is waited for until the caller has had enough.
  }, end === "open" || end === "silence" ? 100 : undefined);
  // Only a loop can be left.
  if (method === "stream") call.left = false;
  return call;
}

function faultOf(
  call: DisturbedCall<string>,
  scene: Scene,
  reading: Reading,
): string | undefined {
  const { items, error, left } = call;
  const { act, after, status, end } = scene;
  const expected = status === 200 ? reading.texts.filter((text) => !isReasoning(text)) : [];
  const told = `${JSON.stringify(items)} of ${JSON.stringify(expected)}`;
  if (!items.every((token, index) => token === expected[index])) return `no beginning: ${told}`;
  const isStopped = left || act === "abort in onToken" || act === "throw in onToken";
  if (isStopped && items.length > after + 1) return `goes on: ${told}`;
  const hasEnded = error === undefined || (error instanceof ProviderError && end === "close");
  if (hasEnded && !left && items.length < expected.length) return `not all: ${told}`;
  if (!mayEndSo(call, scene, reading)) return `ends with ${Deno.inspect(error)}`;
  return call.fault();
}

function mayEndSo(
  { error, left }: DisturbedCall<string>,
  { status, end, packing }: Scene,
  { failed, endedBy }: Reading,
): boolean {
  const mayBreak = end === "reset" || end === "reset at once";
  if (error === undefined) {
    // A packed body tells its end itself, whatever becomes of the connection.
    const hasEnd = end === "close" || packing !== undefined || endedBy === "marker";
    const isComplete = !failed && hasEnd;
    return status === 200 && (left || isComplete);
  }
  if (!(error instanceof Error)) return false;
  if (error === THROWN || error.name === "AbortError") return true;
  if (!(error instanceof ProviderError)) return false;
  if (error.code === "network") return mayBreak;
  return status === 200 ? error.code === "stream" && (failed || mayBreak) : error.code === "http";
}
