// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMModel } from "../../core/model.ts";
import { readList } from "../read_list.ts";
import type { EmbeddingServer } from "./embedding_server.ts";
import { readVectors, type VectorRow } from "./read_vectors.ts";
import { type EmbeddingRequest, sendRequest } from "./send_request.ts";
import { brokenBy } from "./server_answer.ts";

/** Where a request goes, and what the error messages call it. */
export interface Target {
  readonly url: string;
  readonly name: string;
}

/** What embeds. */
export interface EmbeddingTarget extends Target {
  /** Where the answers hold the vectors. */
  readonly row: VectorRow;
}

/** What lists models. */
export interface ModelsTarget extends Target {
  /** The member that is the list. */
  readonly key: string;
  /** The models in an answer; undefined if it is no list of models. */
  readonly read: (answer: unknown) => LLMModel[] | undefined;
}

/** Embeds all texts in one request. */
export function embedTogether(
  server: EmbeddingServer,
  target: EmbeddingTarget,
  { input, signal }: { input: string[]; signal: AbortSignal },
): Promise<Float32Array[]> {
  const request = embedding(server, target, { input }, signal);
  const expected = { row: target.row, count: input.length };
  return sendRequest(server, request, (answer) => readVectors(answer, expected));
}

/** A request that embeds; the client's own fields count more than those of its caller. */
export function embedding(
  { model, extraBody }: EmbeddingServer,
  { url, name }: Target,
  fields: object,
  signal: AbortSignal,
): EmbeddingRequest {
  const own = { model, ...fields };
  return { url, name, body: { ...own, ...extraBody, ...own }, signal };
}

/** Asks for the models that the server has. */
export function listModels(
  server: EmbeddingServer,
  { url, name, key, read }: ModelsTarget,
  signal: AbortSignal,
): Promise<LLMModel[]> {
  return sendRequest(server, { url, name, signal }, (answer) =>
    readList(answer.call, {
      read,
      noList: `the answer has no "${key}" array`,
      fail: (words, serverCode) => answer.fail(words, { serverCode }),
      broken: brokenBy(answer),
      onBytes: () => answer.checkTime(),
    }));
}
