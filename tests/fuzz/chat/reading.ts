// Copyright 2026 the Rivulet authors. MIT license.

import {
  ChatCompletionTokenStream,
  getProviderById,
  OllamaTokenStream,
  ProviderError,
} from "@rivulet/llm";
import { configFor, requestFor } from "../../support/ask.ts";
import { concatenate } from "../../support/bytes.ts";
import { stubFetch } from "../../support/stub_response.ts";
import { generateBody } from "./generate.ts";
import type { Random } from "../random.ts";
import { findShortest, responseOf, type Sample, sampleOf } from "../sample.ts";
import type { Protocol } from "./payload.ts";
import { asReasoning, isReasoning, readBody, type Reading } from "./reference.ts";

/** A body, and how it comes. */
interface ChatSample extends Sample {
  protocol: Protocol;
}

/** Reads a random body, and tells where the library reads it as the reference does not. */
export function checkChatReading(random: Random): Promise<string | undefined> {
  const protocol = random.pick(["sse", "ndjson"] as const);
  const body = random.once(10) ? random.bytes() : generateBody(random, protocol);
  return findShortest({ protocol, ...sampleOf(body, random) }, findFault);
}

/**
 * What is wrong with how the library reads a body; undefined where it reads it as the reference
 * does.
 */
async function findFault(sample: ChatSample): Promise<string | undefined> {
  const expected = readBody(concatenate(sample.pieces), sample.protocol);
  for (const method of ["stream", "tokens"] as const) {
    const difference = differenceOf(expected, await readWith(method, sample));
    if (difference !== undefined) return `${method}() ${difference}`;
  }
  const texts = await readWithTransform(sample);
  const tokens = expected.texts.filter((text) => !isReasoning(text));
  return JSON.stringify(texts) === JSON.stringify(tokens)
    ? undefined
    : `TransformStream read ${JSON.stringify(texts)}, expected ${JSON.stringify(tokens)}`;
}

function differenceOf(expected: Reading, actual: Reading): string | undefined {
  // How a failed answer would have ended says nothing.
  const comparable = ({ endedBy, ...rest }: Reading) =>
    JSON.stringify(rest.failed ? rest : { ...rest, endedBy });
  if (comparable(expected) === comparable(actual)) return undefined;
  return `read ${comparable(actual)}, expected ${comparable(expected)}`;
}

async function readWith(method: "stream" | "tokens", sample: ChatSample): Promise<Reading> {
  const reading: Reading = { texts: [], failed: false, endedBy: "eof" };
  const { stream, tokens, definition: { id } } = getProviderById(
    sample.protocol === "sse" ? "local-b" : "local-a",
  );
  const config = configFor(id, { fetch: stubFetch(() => responseOf(sample)) });
  const request = requestFor({
    onToken: (token) => void reading.texts.push(token),
    onReasoning: (text) => void reading.texts.push(asReasoning(text)),
    onFinish: ({ endedBy }) => void (reading.endedBy = endedBy),
  });
  try {
    if (method === "stream") await stream(config, request);
    else for await (const token of tokens(config, request)) reading.texts.push(token);
  } catch (error) {
    // Any other error is a crash.
    if (!(error instanceof ProviderError)) throw error;
    reading.failed = true;
  }
  return reading;
}

async function readWithTransform({ protocol, pieces }: ChatSample): Promise<string[]> {
  const tokens: string[] = [];
  const transform = protocol === "sse" ? new ChatCompletionTokenStream() : new OllamaTokenStream();
  // Decoded by hand: a TextDecoderStream makes a character of half a one at the end.
  const decoder = new TextDecoder();
  const texts = pieces.map((piece) => decoder.decode(piece, { stream: true }));
  try {
    for await (const token of ReadableStream.from(texts).pipeThrough(transform)) tokens.push(token);
  } catch {
    // The tokens before a failure are compared; the failure itself was in stream().
  }
  return tokens;
}
