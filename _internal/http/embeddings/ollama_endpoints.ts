// Copyright 2026 the Rivulet authors. MIT license.

import type { CallSignal } from "../../core/call_signal.ts";
import { EmbeddingError } from "../../core/embedding_error.ts";
import type { OllamaEmbeddingClientOptions } from "../../core/embedding_types.ts";
import type { LLMModel } from "../../core/model.ts";
import { readOllamaList } from "../model_lists.ts";
import {
  configError,
  type EmbeddingServer,
  given,
  LOCAL_ADDRESS,
  readServer,
} from "./embedding_server.ts";
import type { Endpoint } from "./endpoint_detection.ts";
import { embedding, type EmbeddingTarget, listModels } from "./endpoints.ts";
import { readVectors, type VectorRow } from "./read_vectors.ts";
import { sendRequest } from "./send_request.ts";
import type { ServerAnswer } from "./server_answer.ts";

/** A server of Ollama's protocol. */
export interface OllamaServer extends EmbeddingServer {
  readonly baseUrl: string;
}

/** Any short text will do: its vector is thrown away. */
const PROBE_TEXT = "ping";

const VECTORS: VectorRow = { key: "embeddings", isList: true };
const VECTOR: VectorRow = { key: "embedding", isList: false };

const MAX_PORT = 65_535;

/** The server that the options of a client describe. */
export function ollamaServer(options: OllamaEmbeddingClientOptions): OllamaServer {
  const { baseUrl } = given(options);
  checkAddress(baseUrl);
  return { ...readServer(options, "Local server"), baseUrl };
}

/** The port has to be one that can be connected to, and the text is used as it stands. */
function checkAddress(baseUrl: unknown): void {
  const match = typeof baseUrl === "string" ? LOCAL_ADDRESS.exec(baseUrl) : null;
  const [, port = 80, path] = match ?? [, 0];
  if (!(Number(port) > 0 && Number(port) <= MAX_PORT)) {
    throw configError("Local server endpoint must use localhost / 127.0.0.1 / [::1]");
  }
  if (path !== undefined) {
    throw configError(`Local server endpoint must have no path, remove ${JSON.stringify(path)}`);
  }
}

/** Asks for the models that the server has; errors call the request by its name. */
export function listOllamaModels(
  server: OllamaServer,
  name: string,
  signal: AbortSignal,
): Promise<LLMModel[]> {
  const url = `${server.baseUrl}/api/tags`;
  return listModels(server, { url, name, key: "models", read: readOllamaList }, signal);
}

/** Finds out by the status of one small request which endpoint the server has. */
export async function findEndpoint(server: OllamaServer, signal: AbortSignal): Promise<Endpoint> {
  try {
    const request = embedding(server, embedTarget(server), { input: [PROBE_TEXT] }, signal);
    // Unread, but not cut off: the next request can go over the same connection.
    await sendRequest(server, request, ({ call }) => call.finish());
    return "embed";
  } catch (error) {
    if (isHttpError(error, 404) || isHttpError(error, 405)) return "embeddings";
    throw error;
  }
}

/** The endpoint that takes all texts in one request. */
export function embedTarget({ baseUrl }: OllamaServer): EmbeddingTarget {
  return { url: `${baseUrl}/api/embed`, name: "/api/embed", row: VECTORS };
}

/** Embeds the texts in one request each, one after another. */
export async function embedOneByOne(
  server: OllamaServer,
  texts: string[],
  stop: CallSignal,
): Promise<Float32Array[]> {
  const name = "/api/embeddings";
  const target = { url: server.baseUrl + name, name };
  const vectors: Float32Array[] = [];
  for (const prompt of texts) {
    stop.throwIfStopped();
    const request = embedding(server, target, { prompt }, stop.signal);
    const expected = { row: VECTOR, count: 1, dimensions: vectors[0]?.length };
    const read = (answer: ServerAnswer) => readVectors(answer, expected);
    vectors.push(...await sendRequest(server, request, read));
  }
  return vectors;
}

/** Whether the server answered with this status. */
export function isHttpError(error: unknown, status: number): boolean {
  return error instanceof EmbeddingError && error.status === status;
}
