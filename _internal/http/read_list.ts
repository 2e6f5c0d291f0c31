// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../core/json.ts";
import type { LLMModel } from "../core/model.ts";
import { readChunks, type ReadOptions } from "./body_chunks.ts";
import type { HttpCall } from "./http_call.ts";
import { whyNotJson } from "./not_json.ts";
import { failureOfDocument } from "./reader/failure.ts";

/** Thousands of models have some 2 MB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** How many objects, arrays and values a list may hold: parsing them takes the time. */
const MAX_PARTS = 256 * 1024;

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** How a list of models is read, and the errors of what may be wrong with it. */
export interface ListOptions extends ReadOptions {
  /** The models in an answer; undefined if it is no list of models. */
  readonly read: (answer: unknown) => LLMModel[] | undefined;
  /** What to say of an answer that is no list and has no words of its own. */
  readonly noList: string;
  readonly fail: (words: string, serverCode?: string) => Error;
  readonly onBytes?: () => void;
}

/** Reads the list of models that a call is answered with. */
export async function readList(call: HttpCall, options: ListOptions): Promise<LLMModel[]> {
  const { read, fail, noList } = options;
  const text = await readText(call, options);
  const answer = parseJson(text);
  if (answer === undefined) throw fail(whyNotJson(text));
  const models = read(answer);
  const failure = failureOfDocument(answer, models?.length);
  if (failure === undefined && models !== undefined) return models;
  throw fail(failure?.failure ?? noList, failure?.serverCode);
}

/** The text of a list; one that holds too much is an error. */
async function readText(
  call: HttpCall,
  { fail, onBytes, broken }: ListOptions,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let byteCount = 0;
  let partCount = 0;
  const take = (bytes: Uint8Array): void => {
    onBytes?.();
    byteCount += bytes.length;
    for (const byte of bytes) {
      if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) partCount++;
    }
    if (byteCount > MAX_BYTES) throw fail(`the answer is longer than ${MAX_BYTES} bytes`);
    if (partCount > MAX_PARTS) throw fail(`the answer holds more than ${MAX_PARTS} values`);
    text += decoder.decode(bytes, { stream: true });
  };
  await readChunks(call, take, { broken });
  return text + decoder.decode();
}
