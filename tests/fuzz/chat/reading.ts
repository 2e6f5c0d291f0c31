// Copyright 2026 the Rivulet authors. MIT license.

import {
  ChatCompletionTokenStream,
  getProviderById,
  type LLMProviderId,
  OllamaTokenStream,
  ProviderError,
} from "@rivulet/llm";
import { configFor, httpProviderIds, type Method, methods, requestFor } from "../../support/ask.ts";
import { concatenate } from "../../support/bytes.ts";
import { stubFetch } from "../../support/stub_response.ts";
import { generateBody } from "./generate.ts";
import { generateSoundBody } from "./sound.ts";
import type { Random } from "../random.ts";
import { findShortest, responseOf, type Sample, sampleOf } from "../sample.ts";
import type { Protocol } from "./payload.ts";
import { asReasoning, isReasoning, readBody, type Reading } from "./reference.ts";

/** A body, and how it comes. */
interface ChatSample extends Sample {
  id: LLMProviderId;
}

function protocolOf(id: LLMProviderId): Protocol {
  return id === "local-a" ? "ndjson" : "sse";
}

/** Reads a random body, and tells where the library reads it as the reference does not. */
export function checkChatReading(random: Random): Promise<string | undefined> {
  const id = random.pick(httpProviderIds);
  const body = random.once(10) ? random.bytes() : generateBody(random);
  return findShortest({ id, ...sampleOf(body, random) }, findFault);
}

/**
 * Reads a random body in which nothing is wrong, and tells where the library reads it as the
 * reference does not, or where it does not hand on exactly what was put in.
 */
export async function checkSoundReading(random: Random): Promise<string | undefined> {
  const id = random.pick(httpProviderIds);
  const { bytes, token, reasoning, endedBy } = generateSoundBody(random);
  const sample = { id, ...sampleOf(bytes, random) };
  const fault = await findShortest(sample, findFault);
  if (fault !== undefined) return fault;
  const expected = JSON.stringify({ token, reasoning, failed: false, endedBy });
  for (const method of methods) {
    const { texts, ...rest } = await readWith(method, sample);
    const [tokens, reasonings] = [
      texts.filter((text) => !isReasoning(text)),
      texts.filter(isReasoning),
    ];
    const actual = JSON.stringify({
      token: tokens.join(""),
      reasoning: reasonings.map((text) => text.slice(asReasoning("").length)).join(""),
      ...rest,
    });
    if (actual !== expected) {
      return `${id} ${
        JSON.stringify(new TextDecoder().decode(bytes))
      }\n${method}() read ${actual}, put in ${expected}`;
    }
  }
  return undefined;
}

/**
 * What is wrong with how the library reads a body; undefined where it reads it as the reference
 * does.
 */
async function findFault(sample: ChatSample): Promise<string | undefined> {
  const expected = readBody(concatenate(sample.pieces), protocolOf(sample.id));
  for (const method of methods) {
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

async function readWith(method: Method, sample: ChatSample): Promise<Reading> {
  const reading: Reading = { texts: [], failed: false, endedBy: "eof" };
  const { id } = sample;
  const { stream, tokens } = getProviderById(id);
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

async function readWithTransform({ id, pieces }: ChatSample): Promise<string[]> {
  const tokens: string[] = [];
  const transform = id === "local-a" ? new OllamaTokenStream() : new ChatCompletionTokenStream();
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
