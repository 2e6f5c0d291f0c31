// Copyright 2026 the Rivulet authors. MIT license.

import decisions from "../cases/decisions.json" with { type: "json" };
import good from "../cases/good.json" with { type: "json" };
import recorded from "../cases/recorded.json" with { type: "json" };
import wire from "../cases/wire.json" with { type: "json" };
import world from "../cases/world.json" with { type: "json" };
import {
  formatProviderError,
  type LLMFinish,
  type LLMProviderConfig,
  type LLMProviderId,
} from "@rivulet/llm";
import { askProvider, type Method, type Outcome as AskOutcome } from "./ask.ts";
import { concatenate, cutIntoPieces } from "./bytes.ts";

type Chunk = string | { base64: string } | { repeat: string; times: number };

/** See tests/cases/README.md. */
export interface WireCase {
  id: string;
  title: string;
  /** The rule of docs/streams.md that it stands for. */
  guards: string;
  /** Where somebody met it: owner/repo#number. */
  report?: string;
  /** Who sent the bytes. */
  recorded?: { server: string; version: string };
  provider: LLMProviderId;
  config?: Partial<LLMProviderConfig>;
  rechunk?: number;
  over?: "stub" | "loopback";
  response: {
    status: number;
    headers: Record<string, string>;
    chunks: readonly Chunk[];
    end: "close" | "open" | "reset";
  };
  expect: {
    tokens?: string[];
    textLength?: number;
    tokenCount?: number;
    reasoning?: string[];
    error?: Record<string, unknown> & { matches?: string };
    cancelled?: boolean;
    requestUrl?: string | null;
    requestHeaders?: Record<string, string | null>;
    requestBody?: Record<string, unknown>;
    finish?: LLMFinish;
    formatLocal?: "message";
  };
}

export const wireCases = [
  ...wire,
  ...decisions,
  ...world,
  ...good,
  ...recorded,
] as unknown as WireCase[];

/** What a caller saw of an answer, and what `formatProviderError(error, "local")` says. */
export type Outcome = Omit<AskOutcome, "seen"> & { formatted?: string };

/** Asks the case's provider at an address, with `stream()` or `tokens()`. */
export async function askWireCase(
  { provider, config }: WireCase,
  base: string,
  { fetch, ...options }: {
    method: Method;
    fetch?: typeof globalThis.fetch;
    signal?: AbortSignal;
  },
): Promise<Outcome> {
  const fullConfig = { model: "test-model", fetch, baseUrl: "{base}", ...config };
  const baseUrl = fillBase(fullConfig.baseUrl, base);
  const outcome = await askProvider(provider, { ...fullConfig, baseUrl }, options);
  if (!("error" in outcome)) return outcome;
  return { ...outcome, formatted: formatProviderError(outcome.error, "local") };
}

/** An address with the stub's or the server's in it; a case may give something that is none. */
function fillBase(baseUrl: unknown, base: string): string {
  if (typeof baseUrl !== "string") return baseUrl as string;
  return baseUrl.replace("{base}", base).replace("{host}", new URL(base).host);
}

/** Ways to cut the same body. */
export type Cut = "as given" | "whole" | "every byte" | { at: number };

/** The body's bytes, chunk by chunk. */
export function cutBody({ response, rechunk }: WireCase, cut: Cut): Uint8Array<ArrayBuffer>[] {
  const given = response.chunks.map(toBytes);
  const whole = concatenate(given);
  if (rechunk !== undefined) return cutIntoPieces(whole, rechunk);
  if (cut === "as given") return given;
  if (cut === "whole") return whole.length === 0 ? [] : [whole];
  if (cut === "every byte") return cutIntoPieces(whole, 1);
  return [whole.subarray(0, cut.at), whole.subarray(cut.at)];
}

/** How many bytes the body has. */
export function bodyLength(wireCase: WireCase): number {
  return wireCase.response.chunks.reduce((length, chunk) => length + toBytes(chunk).length, 0);
}

/** The bytes of a chunk. */
export function toBytes(chunk: Chunk): Uint8Array<ArrayBuffer> {
  if (typeof chunk === "string") return new TextEncoder().encode(chunk);
  if ("repeat" in chunk) return new TextEncoder().encode(chunk.repeat.repeat(chunk.times));
  return Uint8Array.from(atob(chunk.base64), (character) => character.charCodeAt(0));
}
