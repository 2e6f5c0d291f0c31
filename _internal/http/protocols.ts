// Copyright 2026 the Rivulet authors. MIT license.

import { buildMessages } from "../core/build_messages.ts";
import { completionMessages } from "../core/completion_messages.ts";
import type {
  LLMModel,
  LLMProviderConfig,
  LLMProviderDefinition,
  LLMTokenRequest,
  ProviderMessage,
} from "../core/types.ts";
import { readModelList, readOllamaList } from "./model_lists.ts";
import type { ChunkFormat } from "./reader/event_reader.ts";
import { readCompletionFirst, readOllamaFirst } from "./reader/chunk.ts";

/** Where a verb stands on a server. */
export interface Endpoint {
  /** What follows the base address. It may have a query of its own. */
  readonly path: string;
  /** The same where the base address is that of chat requests already: what takes its place. */
  readonly beside: string;
}

/** Where questions go. */
export interface ChatEndpoint extends Endpoint {
  /** Ends of a base address that people paste and the paths begin with. */
  readonly pasted: readonly string[];
}

/** How a kind of server is spoken to: a row for each verb. */
export interface Protocol {
  /** The headers of each request; the key is undefined for a provider that needs none. */
  readonly headers: (key: string | undefined) => Record<string, string>;
  readonly chat: {
    readonly endpoint: (config: LLMProviderConfig) => ChatEndpoint;
    readonly body: (config: LLMProviderConfig, request: LLMTokenRequest) => object;
    /** The fields of the body that `extraBody` does not replace. */
    readonly ownFields: readonly string[];
    /** What its lines say. */
    readonly format: ChunkFormat;
  };
  readonly models?: ModelsRow | undefined;
}

/** A provider that is reached over HTTP. */
export interface HttpPlan {
  readonly definition: LLMProviderDefinition<string>;
  readonly protocol: Protocol;
}

/** How models are listed. */
export interface ModelsRow extends Endpoint {
  /** The models in an answer; undefined if it is no list of models. */
  readonly read: (answer: unknown) => LLMModel[] | undefined;
}

/** A protocol that has a list of models. */
export interface ListingProtocol extends Protocol {
  readonly models: ModelsRow;
}

const OWN_FIELDS = ["model", "stream", "messages"];

const COMPLETIONS: ChatEndpoint = {
  path: "/v1/chat/completions",
  beside: "/chat/completions",
  pasted: ["/v1"],
};

/** People paste the address of the OpenAI-compatible endpoint, or the one in Ollama's API docs. */
const OLLAMA_CHAT: ChatEndpoint = {
  path: "/api/chat",
  beside: "/api/chat",
  pasted: ["/v1", "/api"],
};

/**
 * The OpenAI protocol, as remote services, LM Studio and many others speak it: chat completions are
 * answered by server-sent events.
 */
export const openAI: ListingProtocol = {
  headers: bearer,
  chat: {
    endpoint: () => COMPLETIONS,
    body: (config, request) => ({
      ...chatBody(config, completionMessages(buildMessages(request))),
      ...(request.jsonSchema && { response_format: responseFormat(request.jsonSchema) }),
    }),
    ownFields: OWN_FIELDS,
    format: { read: readCompletionFirst, isLineByLine: false },
  },
  models: { path: "/v1/models", beside: "/models", read: readModelList },
};

/** Ollama's own protocol: a chat is answered by one JSON object per line. */
export const ollamaNative: ListingProtocol = {
  headers: bearer,
  chat: {
    endpoint: () => OLLAMA_CHAT,
    body: (config, request) => ({
      ...chatBody(config, buildMessages(request).map(ollamaMessage)),
      ...(request.jsonSchema && { format: request.jsonSchema }),
    }),
    ownFields: OWN_FIELDS,
    format: { read: readOllamaFirst, isLineByLine: true },
  },
  models: { path: "/api/tags", beside: "/api/tags", read: readOllamaList },
};

function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { Authorization: `Bearer ${key}` };
}

function chatBody({ model }: LLMProviderConfig, messages: readonly object[]): object {
  return { model: model.trim(), stream: true, messages };
}

function responseFormat(schema: object): object {
  return { type: "json_schema", json_schema: { name: "answer", schema, strict: true } };
}

/** Ollama takes the base64 of an image, without what stands before it in a data URL. */
function ollamaMessage({ role, content, images }: ProviderMessage): object {
  if (images === undefined) return { role, content };
  return { role, content, images: images.map((url) => url.slice(url.indexOf(",") + 1)) };
}
