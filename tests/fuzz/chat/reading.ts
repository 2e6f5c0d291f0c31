// Copyright 2026 the Rivulet authors. MIT license.

import {
  ChatCompletionTokenStream,
  getProviderById,
  type LLMFinish,
  OllamaTokenStream,
  ProviderError,
} from "@rivulet/llm";
import { configFor, requestFor } from "../../support/ask.ts";
import { concatenate } from "../../support/bytes.ts";
import { chunked } from "../../support/chunked.ts";
import { stubFetch } from "../../support/stub_response.ts";
import { generateBody } from "./generate.ts";
import type { Random } from "../random.ts";
import { findShortest } from "../shortest.ts";
import {
  asReasoning,
  isReasoning,
  readEventStream,
  type Reading,
  readLinesOfJson,
} from "./reference.ts";

/** A body, and how it comes. */
interface Sample {
  protocol: "sse" | "ndjson";
  /** Whether the body is a byte stream, as that of a real answer is. */
  isByteStream: boolean;
  pieces: Uint8Array<ArrayBuffer>[];
}

/** Reads a random body, and tells where the library reads it as the reference does not. */
export function checkChatReading(random: Random): Promise<string | undefined> {
  return findShortest(randomSample(random), findFault);
}

/** A random body in random pieces. */
function randomSample(random: Random): Sample {
  const protocol = random.pick(["sse", "ndjson"] as const);
  const body = random.once(10) ? random.bytes() : generateBody(random, protocol);
  return { protocol, isByteStream: random.once(2), pieces: random.cut(body) };
}

/**
 * What is wrong with how the library reads a body; undefined where it reads it as the reference
 * does.
 */
async function findFault(sample: Sample): Promise<string | undefined> {
  const body = concatenate(sample.pieces);
  const expected = sample.protocol === "sse" ? readEventStream(body) : readLinesOfJson(body);
  for (
    const [name, read] of [["stream()", readWithStream], ["tokens()", readWithTokens]] as const
  ) {
    const actual = await read(sample);
    const difference = differenceOf(expected, actual);
    if (difference !== undefined) return `${name} ${difference}`;
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

const providerOf = { sse: "local-b", ndjson: "local-a" } as const;

async function readWithStream(sample: Sample): Promise<Reading> {
  const reading: Reading = { texts: [], failed: false, endedBy: "eof" };
  const { config, request } = setUp(sample, reading);
  const onToken = (token: string) => void reading.texts.push(token);
  await getProviderById(providerOf[sample.protocol]).stream(config, { ...request, onToken })
    .catch((error) => fail(reading, error));
  return reading;
}

async function readWithTokens(sample: Sample): Promise<Reading> {
  const reading: Reading = { texts: [], failed: false, endedBy: "eof" };
  const { config, request } = setUp(sample, reading);
  try {
    for await (
      const token of getProviderById(providerOf[sample.protocol]).tokens(config, request)
    ) {
      reading.texts.push(token);
    }
  } catch (error) {
    fail(reading, error);
  }
  return reading;
}

/** Takes note of a failure; any other error is a crash. */
function fail(reading: Reading, error: unknown): void {
  if (!(error instanceof ProviderError)) throw error;
  reading.failed = true;
}

function setUp({ protocol, isByteStream, pieces }: Sample, reading: Reading) {
  const type = isByteStream ? "bytes" : undefined;
  const fetch = stubFetch(() => new Response(chunked(pieces, type)));
  return {
    config: configFor(providerOf[protocol], { fetch }),
    request: requestFor({
      onReasoning: (text) => void reading.texts.push(asReasoning(text)),
      onFinish: ({ endedBy }: LLMFinish) => void (reading.endedBy = endedBy),
    }),
  };
}

async function readWithTransform({ protocol, pieces }: Sample): Promise<string[]> {
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
