// Copyright 2026 the Rivulet authors. MIT license.

import {
  ChatCompletionTokenStream,
  getProviderById,
  type LLMFinish,
  OllamaTokenStream,
} from "@rivulet/llm";
import { configFor, requestFor } from "../support/ask.ts";
import { concatenate } from "../support/bytes.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";
import { generateBody, rawBytes } from "./generate.ts";
import type { Random } from "./random.ts";
import {
  asReasoning,
  isReasoning,
  readEventStream,
  type Reading,
  readLinesOfJson,
} from "./reference.ts";

/** A body, and how it is cut. */
export interface Sample {
  protocol: "sse" | "ndjson";
  pieces: Uint8Array<ArrayBuffer>[];
}

/** A random body in random pieces. */
export function randomSample(random: Random): Sample {
  const protocol = random.pick(["sse", "ndjson"] as const);
  const body = random.once(10) ? rawBytes(random) : generateBody(random, protocol);
  return { protocol, pieces: random.cut(body) };
}

/**
 * What is wrong with how the library reads a body; undefined where it reads it as the reference
 * does.
 */
export async function findFault(sample: Sample): Promise<string | undefined> {
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
    .catch(() => reading.failed = true);
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
  } catch {
    reading.failed = true;
  }
  return reading;
}

function setUp({ protocol, pieces }: Sample, reading: Reading) {
  const fetch = stubFetch(() => stubResponse({ chunks: pieces }));
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

/** The same body in fewer and shorter pieces, as long as the fault stays. */
export async function shorten(sample: Sample): Promise<Sample> {
  let best = sample;
  for (let changed = true; changed;) {
    changed = false;
    for (const candidate of shorterThan(best)) {
      if (await findFault(candidate) === undefined) continue;
      best = candidate;
      changed = true;
      break;
    }
  }
  return best;
}

function* shorterThan({ protocol, pieces }: Sample): Generator<Sample> {
  for (let index = 0; index < pieces.length; index++) {
    yield { protocol, pieces: pieces.toSpliced(index, 1) };
  }
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    for (let length = piece.length >> 1; length > 0; length >>= 1) {
      for (let start = 0; start + length <= piece.length; start += length) {
        const rest = concatenate([piece.subarray(0, start), piece.subarray(start + length)]);
        if (rest.length > 0) yield { protocol, pieces: pieces.with(index, rest) };
      }
    }
  }
}
