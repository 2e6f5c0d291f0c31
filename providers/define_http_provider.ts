// Copyright 2026 the Rivulet authors. MIT license.

import type {
  LLMModel,
  LLMProvider,
  LLMProviderConfig,
  LLMProviderDefinition,
  LLMStreamPart,
  LLMStreamProvider,
  LLMTokenRequest,
} from "../_internal/core/types.ts";
import { httpChat } from "../_internal/http/chat.ts";
import { httpModels } from "../_internal/http/models.ts";
import type { ChatEndpoint, ModelsRow, Protocol } from "../_internal/http/protocols.ts";
import { type ReadChunk, withFailure } from "../_internal/http/reader/chunk.ts";
import { makeProvider } from "./_make_provider.ts";

/** A protocol of your own, for {@linkcode defineHttpProvider}. */
export interface HttpProviderOptions<Id extends string = string> {
  /** What the provider is; its id may be any text. */
  definition: LLMProviderDefinition<Id>;
  /**
   * What follows the base address, such as `/v1/messages`; it may depend on the model, and may have a
   * query. An address that ends with it, or with its first folder, is understood. While models are
   * listed, the model may be `""`.
   */
  path: string | ((config: LLMProviderConfig) => string);
  /**
   * The headers of each request. The key is trimmed, without a `Bearer` that was pasted along, and
   * checked; it is undefined where the definition needs none.
   *
   * @default {none}
   */
  headers?: ((key: string | undefined) => Record<string, string>) | undefined;
  /**
   * The body of a request; fields that are undefined are left out. {@linkcode buildMessages} makes the
   * messages. Their `images` and `jsonSchema` of the request go wherever the protocol has a place for
   * them. The fields of `extraBody` in the configuration replace those of the body.
   */
  body: (config: LLMProviderConfig, request: LLMTokenRequest) => object;
  /**
   * Reads a JSON value of the answer: any of a `data:` line, an object on a line of its own, or the
   * whole body; null is never passed. Returns undefined if the value holds nothing of the answer, and
   * leaves out what it does not tell. The name of an event is not passed, since most protocols repeat
   * it in the JSON. Pieces of a tool call are joined by their `index`, and counts of `usage` replace
   * those before.
   *
   * Keep nothing between two calls, because several answers may be read at once. `data: [DONE]` and
   * the usual forms of a failure, such as an `error`, are found without it. What it throws is the
   * `cause` of an error of code `stream`.
   */
  read: (payload: unknown) => LLMStreamPart | undefined;
  /**
   * How the server lists its models. The provider then has `models()`.
   *
   * @default {none}
   */
  models?: HttpModelList | undefined;
}

/** The list of models of a protocol of your own, for {@linkcode defineHttpProvider}. */
export interface HttpModelList {
  /** What follows the base address, such as `/v1/models`; it may have a query. */
  path: string;
  /**
   * The models in an answer, which may be any JSON value but null; undefined if it is no list of
   * models. A failure that servers usually tell is seen without it.
   */
  read: (answer: unknown) => LLMModel[] | undefined;
}

/**
 * Makes a provider for a server that speaks a protocol of its own. It behaves like the library's
 * providers: no error shows the key, `reason` has the server's words, and `retryAfterMs` its wait.
 * Answers have limits, redirects are not followed, and a stop ends the request at once. `skipped` of
 * the summary counts malformed lines. If no token came, it counts what `read` found nothing in as
 * well.
 *
 * @param options How the server is asked, and what its answers say.
 * @returns The provider. Its definition is frozen.
 *
 * @example Ask Anthropic's Messages API
 * ```ts
 * import { buildMessages, defineHttpProvider } from "@rivulet/llm";
 *
 * interface Event {
 *   type?: string;
 *   message?: Event;
 *   delta?: { text?: string; thinking?: string; stop_reason?: string };
 *   usage?: { input_tokens?: number; output_tokens?: number };
 * }
 *
 * interface List {
 *   data?: { id: string }[];
 * }
 *
 * const anthropic = defineHttpProvider({
 *   definition: {
 *     id: "anthropic",
 *     label: "Anthropic",
 *     kind: "remote",
 *     defaultBaseUrl: "https://api.anthropic.com",
 *     defaultModel: "claude-haiku-4-5",
 *     requiresApiKey: true,
 *   },
 *   path: "/v1/messages",
 *   headers: (key = "") => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
 *   body: ({ model }, request) => {
 *     const messages = buildMessages(request);
 *     const system = messages[0]?.role === "system" ? messages.shift()?.content : undefined;
 *     return { model, max_tokens: 1024, stream: true, system, messages };
 *   },
 *   read: (payload) => {
 *     const { type, delta, message, usage = message?.usage } = payload as Event;
 *     return {
 *       token: delta?.text,
 *       reasoning: delta?.thinking,
 *       finishReason: delta?.stop_reason,
 *       usage: usage && {
 *         promptTokens: usage.input_tokens,
 *         completionTokens: usage.output_tokens,
 *       },
 *       done: type === "message_stop",
 *     };
 *   },
 *   models: {
 *     path: "/v1/models?limit=1000",
 *     read: (answer) => (answer as List).data?.map(({ id }) => ({ name: id })),
 *   },
 * });
 *
 * console.log(anthropic.definition.label);
 * ```
 */
export function defineHttpProvider<Id extends string>(
  options: HttpProviderOptions<Id> & { models: HttpModelList },
): LLMProvider<Id>;
/**
 * Makes a provider that lists no models.
 *
 * @param options How the server is asked, and what its answers say.
 * @returns The provider. Its definition is frozen.
 */
export function defineHttpProvider<Id extends string>(
  options: HttpProviderOptions<Id>,
): LLMStreamProvider<Id>;
export function defineHttpProvider<Id extends string>(
  options: HttpProviderOptions<Id>,
): LLMStreamProvider<Id> {
  const { definition, models } = options;
  const plan = { definition, protocol: protocolOf(options) };
  const source = httpChat(plan);
  return makeProvider(definition, { source, isForeign: false }, {
    models: models && httpModels(plan, modelsRow(models)),
  });
}

function modelsRow({ path, read }: HttpModelList): ModelsRow {
  const answerOf = (answer: unknown) => answer === null ? undefined : read(answer);
  return { path: withSlash(path), beside: withSlash(path), read: answerOf };
}

function protocolOf({ path, headers, body, read }: HttpProviderOptions): Protocol {
  const pathOf = typeof path === "string" ? () => path : path;
  const readOwn = (payload: unknown): LLMStreamPart => payload === null ? {} : read(payload) ?? {};
  return {
    headers: headers ?? (() => ({})),
    chat: {
      endpoint: (config) => endpointAt(pathOf(withBareModel(config))),
      body: (config, request) => body(withBareModel(config), request),
      ownFields: [],
      format: { read: (payload) => readAll(readOwn, payload), readOwn, isLineByLine: false },
    },
  };
}

/** A pasted name may have blanks around it. */
function withBareModel(config: LLMProviderConfig): LLMProviderConfig {
  return { ...config, model: config.model.trim() };
}

/** An address may end with the first folder of the path already, such as `/v1`. */
function endpointAt(text: string): ChatEndpoint {
  const path = withSlash(text);
  return { path, beside: path, pasted: /^\/[^/?]+(?=\/)/.exec(path) ?? [] };
}

/** Without its slash a path would become a part of the host's name; a query alone needs none. */
function withSlash(path: string): string {
  return path === "" || /^[/?]/.test(path) ? path : `/${path}`;
}

/** What a value says, and what it says of a failure in one of the usual forms. */
function readAll(read: ReadChunk, payload: unknown): LLMStreamPart {
  const part = read(payload);
  return part.failure === undefined ? withFailure(part, payload) : part;
}
