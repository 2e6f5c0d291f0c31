// Copyright 2026 the Rivulet authors. MIT license.

import { checkKind } from "../../core/batching/check_options.ts";
import type { OpenAICompatibleEmbeddingClientOptions } from "../../core/embedding_types.ts";
import { asObject } from "../../core/json.ts";
import { resolveAddress } from "../address.ts";
import { cleanError } from "../clean_error.ts";
import { bareKey, isHeaderValue } from "../headers.ts";
import { readModelList } from "../model_lists.ts";
import type { Endpoint } from "../protocols.ts";
import { Redactor } from "../redactor.ts";
import {
  configError,
  type EmbeddingServer,
  given,
  LOCAL_ADDRESS,
  readServer,
} from "./embedding_server.ts";
import type { EmbeddingTarget, ModelsTarget } from "./endpoints.ts";
import type { VectorRow } from "./read_vectors.ts";
import type { ServerAnswer } from "./server_answer.ts";

/** A server of OpenAI's protocol. */
export interface OpenAIServer extends EmbeddingServer {
  readonly embeddings: EmbeddingTarget;
  readonly models: ModelsTarget;
}

const DATA: VectorRow = {
  key: "data",
  isList: true,
  entryKey: "embedding",
  notText: "embedding vector is a text (base64) and not numbers, " +
    'set extraBody to { encoding_format: "float" }',
  inOrder,
};

/** What people paste: the root, its `/v1`, or a whole address of a request. */
const PASTED = { pasted: ["/v1"], whole: ["/embeddings", "/chat/completions"] };

/** The server that the options of a client describe. */
export function openAIServer(options: OpenAICompatibleEmbeddingClientOptions): OpenAIServer {
  const { baseUrl, allowRemote, apiKey } = given(options);
  checkKind("allowRemote", allowRemote, "boolean");
  checkKind("apiKey", apiKey, "string");
  const addressOf = (endpoint: Endpoint) =>
    resolveAddress(baseUrl, endpoint, { ...PASTED, fail: configError });
  const url = addressOf({ path: "/v1/embeddings", beside: "/embeddings" });
  const isLocal = LOCAL_ADDRESS.test(url);
  if (!isLocal && allowRemote !== true) {
    throw configError(
      "Local server endpoint must use localhost / 127.0.0.1 / [::1], " +
        "set allowRemote to true to send texts elsewhere",
    );
  }
  return {
    ...readServer(options, isLocal ? "Local server" : "Remote server"),
    ...allowRemote === true && { headers: headersFor(apiKey) },
    cleaner: (request) => {
      const secrets = new Redactor(request);
      return {
        words: (text) => secrets.removeFrom(text),
        cause: (error) => cleanError(error, secrets),
      };
    },
    embeddings: { url, name: new URL(url).pathname, row: DATA },
    models: {
      url: addressOf({ path: "/v1/models", beside: "/models" }),
      name: "model list",
      key: "data",
      read: readModelList,
    },
  };
}

function headersFor(apiKey: string | null | undefined): Record<string, string> {
  const key = bareKey(apiKey);
  if (!isHeaderValue(key)) {
    throw configError("Enter the API key again, it has characters that no header can carry");
  }
  return key === "" ? {} : { Authorization: `Bearer ${key}` };
}

/**
 * The vectors in the order of the texts. A server that leaves out an index keeps to that order, and
 * each index that it does give must agree.
 */
function inOrder(
  answer: ServerAnswer,
  entries: readonly unknown[],
  vectors: readonly Float32Array[],
): Float32Array[] {
  const indices = entries.map((entry) => asObject(entry).index ?? undefined);
  const areAll = !indices.includes(undefined);
  const ordered = new Array<Float32Array>(vectors.length);
  for (const [place, vector] of vectors.entries()) {
    const index = indices[place] ?? place;
    const isFree = typeof index === "number" && index in vectors && !(index in ordered);
    if (!isFree || !(areAll || index === place)) {
      throw answer.fail(
        `the answer does not give each index from 0 to ${vectors.length - 1} exactly once`,
      );
    }
    ordered[index] = vector;
  }
  return ordered;
}
