// Copyright 2026 the Rivulet authors. MIT license.

import { asObject } from "../../core/json.ts";
import { readOllamaList } from "../model_lists.ts";
import { reasonOf } from "../reader/reason.ts";
import type { CallSignal } from "../../core/call_signal.ts";
import { EmbeddingError } from "../../core/embedding_error.ts";
import type { Endpoint } from "./endpoint_detection.ts";
import { readVectors } from "./read_vectors.ts";
import { type LocalRequest, type LocalServer, sendRequest } from "./send_request.ts";
import { parseAnswer, readText, type ServerAnswer } from "./server_answer.ts";

const MAX_MODEL_LIST_BYTES = 16 * 1024 * 1024;
/** Any short text will do: its vector is thrown away. */
const PROBE_TEXT = "ping";

/** Asks for the names of the models that the server has. */
export function listModels(server: LocalServer, signal: AbortSignal): Promise<string[]> {
  return sendRequest(server, { path: "/api/tags", name: "health check", signal }, readModelNames);
}

/** Finds out by the status of one small request which endpoint the server has. */
export async function findEndpoint(server: LocalServer, signal: AbortSignal): Promise<Endpoint> {
  const { model } = server;
  try {
    const body = { model, input: [PROBE_TEXT] };
    // Unread, but not cut off: the next request can go over the same connection.
    const request = embedding("/api/embed", body, signal);
    await sendRequest(server, request, ({ call }) => call.finish());
    return "embed";
  } catch (error) {
    if (isHttpError(error, 404) || isHttpError(error, 405)) return "embeddings";
    throw error;
  }
}

/** Embeds all texts in one request. */
export function embedTogether(
  server: LocalServer,
  input: string[],
  stop: CallSignal,
): Promise<Float32Array[]> {
  const request = embedding("/api/embed", { model: server.model, input }, stop.signal);
  const expected = { key: "embeddings", count: input.length } as const;
  return sendRequest(server, request, (answer) => readVectors(answer, expected));
}

/** Embeds the texts in one request each, one after another. */
export async function embedOneByOne(
  server: LocalServer,
  texts: string[],
  stop: CallSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const prompt of texts) {
    stop.throwIfStopped();
    const request = embedding("/api/embeddings", { model: server.model, prompt }, stop.signal);
    const expected = { key: "embedding", count: 1, dimensions: vectors[0]?.length } as const;
    const read = (answer: ServerAnswer) => readVectors(answer, expected);
    vectors.push(...await sendRequest(server, request, read));
  }
  return vectors;
}

/** Whether the server answered with this status. */
export function isHttpError(error: unknown, status: number): boolean {
  return error instanceof EmbeddingError && error.status === status;
}

function embedding(path: string, body: unknown, signal: AbortSignal): LocalRequest {
  return { path, name: path, body, signal };
}

async function readModelNames(answer: ServerAnswer): Promise<string[]> {
  const list = parseAnswer(answer, await readText(answer, MAX_MODEL_LIST_BYTES));
  // An empty list beside an error is no list.
  const failure = reasonOf({ error: asObject(list).error });
  const models = failure === undefined ? readOllamaList(list) : undefined;
  if (models !== undefined) return models.map(({ name }) => name);
  throw answer.fail(failure ?? reasonOf(list) ?? 'the answer has no "models" array');
}
