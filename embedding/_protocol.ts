// Copyright 2026 the Rivulet authors. MIT license.

import { type Answer, firstText, member, parseJson, readText, serverReason } from "./_answer.ts";
import { type LocalRequest, type LocalServer, sendRequest } from "./_request.ts";
import { readVectors } from "./_vectors.ts";
import { untilAborted } from "./batching/abort.ts";
import { EmbeddingError } from "./errors.ts";

/** The endpoint of the server that embeds: `/api/embed` or the older `/api/embeddings`. */
export type Endpoint = "embed" | "embeddings";

const MAX_MODEL_LIST_BYTES = 16 * 1024 * 1024;
/** Any short text will do: its vector is thrown away. */
const PROBE_TEXT = "ping";

/** Asks for the names of the models that the server has. */
export function listModels(server: LocalServer): Promise<string[]> {
  return sendRequest(server, { path: "/api/tags", name: "health check" }, readModelNames);
}

/** Finds out by the status of one small request which endpoint the server has. */
export async function findEndpoint(server: LocalServer, signal: AbortSignal): Promise<Endpoint> {
  const { model } = server;
  try {
    const body = { model, input: [PROBE_TEXT] };
    await sendRequest(server, embedding("/api/embed", body, signal), leaveUnread);
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
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const request = embedding("/api/embed", { model: server.model, input }, signal);
  return sendRequest(server, request, (answer) => readVectors(answer, "embeddings", input.length));
}

/** Embeds the texts in one request each, one after another. */
export async function embedOneByOne(
  server: LocalServer,
  texts: string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const prompt of texts) {
    const request = embedding("/api/embeddings", { model: server.model, prompt }, signal);
    const read = (answer: Answer) => readVectors(answer, "embedding", 1);
    vectors.push(...await sendRequest(server, request, read));
  }
  return vectors;
}

/** Whether the server answered with this status. */
export function isHttpError(error: unknown, status: number): boolean {
  return error instanceof EmbeddingError && error.status === status;
}

function embedding(path: string, body: unknown, signal: AbortSignal | undefined): LocalRequest {
  return { path, name: path, body, signal };
}

async function leaveUnread({ response }: Answer): Promise<void> {
  await response.body?.cancel().catch(() => {}); // a body that broke changes nothing about the status
}

async function readModelNames(answer: Answer): Promise<string[]> {
  const list = parseJson(answer, await readText(answer, MAX_MODEL_LIST_BYTES));
  const models = member(list, "models");
  if (!Array.isArray(models)) {
    throw answer.fail(serverReason(list) ?? 'the answer has no "models" array');
  }
  return models.map(modelName).filter((name) => name !== undefined);
}

/** Ollama gives both members; servers that imitate it may leave out one. */
function modelName(entry: unknown): string | undefined {
  return firstText(entry, ["name", "model"]);
}

/** A probe under way, and how many calls wait for it. */
interface Probe {
  readonly controller: AbortController;
  readonly result: Promise<Endpoint>;
  waiting: number;
}

/**
 * Finds out once which endpoint the server has. Calls that ask meanwhile share the probe; it is
 * aborted when the last of them leaves, and forgotten when it fails.
 */
export class EndpointDetection {
  readonly #ask: (signal: AbortSignal) => Promise<Endpoint>;
  #known: Endpoint | undefined;
  #probe: Probe | undefined;

  constructor(ask: (signal: AbortSignal) => Promise<Endpoint>) {
    this.#ask = ask;
  }

  async detect(signal?: AbortSignal): Promise<Endpoint> {
    if (this.#known !== undefined) return this.#known;
    const probe = this.#probe ??= this.#start();
    probe.waiting++;
    try {
      return await untilAborted(probe.result, signal);
    } finally {
      probe.waiting--;
      if (probe.waiting === 0) {
        this.#probe = undefined;
        probe.controller.abort(); // without effect on a probe that has ended
      }
    }
  }

  /** Undoes the detection, unless another kind has been found since. */
  forget(endpoint: Endpoint): void {
    if (this.#known === endpoint) this.#known = undefined;
  }

  #start(): Probe {
    const controller = new AbortController();
    const result = this.#ask(controller.signal).then((endpoint) => this.#known = endpoint);
    return { controller, result, waiting: 0 };
  }
}
