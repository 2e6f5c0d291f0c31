// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The contract between an app and every provider. No runtime code.
 *
 * @module
 */

import type { FetchFunction } from "./fetch_function.ts";
import type { LLMModel } from "./model.ts";

export type * from "./fetch_function.ts";
export type * from "./model.ts";

/** The id of a provider; {@linkcode getProviderDefinitions} lists all four. */
export type LLMProviderId = "standard-compatible" | "local-a" | "local-b" | "webllm";

/** Where a provider's model runs: on another host, or on the user's own machine. */
export type LLMProviderKind = "remote" | "local";

/** What an app needs to know of a provider before it uses one. */
export interface LLMProviderDefinition<Id extends string = LLMProviderId> {
  /** The id to pass to {@linkcode getProviderById}; that of a provider of your own is any text. */
  readonly id: Id;
  /** A short name to show. */
  readonly label: string;
  /** Whether texts leave the machine. */
  readonly kind: LLMProviderKind;
  /** The address to start from; `""` if there is no server. */
  readonly defaultBaseUrl: string;
  /** The model to start from. */
  readonly defaultModel: string;
  /** Whether {@linkcode LLMProviderConfig.apiKey} must be set. */
  readonly requiresApiKey: boolean;
}

/** How to reach a model; any provider takes it, and leaves alone what it has no use for. */
export interface LLMProviderConfig {
  /**
   * An http or https address. Trailing slashes, a trailing `/v1` and the endpoint's own path are
   * understood, so that any address that the server's docs print works. The WebLLM provider has no
   * server and ignores it.
   */
  baseUrl: string;
  /** The model's name as the server lists it. */
  model: string;
  /** Sent as a Bearer token to remote providers; local providers never send it. */
  apiKey?: string | undefined;
  /**
   * Whether the WebLLM provider may download a model that this browser does not have yet.
   *
   * @default {false}
   */
  allowModelDownload?: boolean | undefined;
  /**
   * Extra request headers. `Content-Type` and `Authorization` are the provider's own: entries with
   * these names are left out.
   */
  headers?: HeadersLike | undefined;
  /**
   * Extra fields of the request body, such as `temperature`, Ollama's `options` or `keep_alive`.
   * `model` and `stream` are the provider's own: entries with these names are left out. `messages`
   * is an error: {@linkcode LLMTokenRequest.history} holds what was said before.
   */
  extraBody?: Record<string, unknown> | undefined;
  /**
   * The function that sends the request, by default the one that is there when the request goes out.
   *
   * @default {globalThis.fetch}
   */
  fetch?: FetchFunction | undefined;
}

/** Headers in any form that `fetch` takes; a name whose value is undefined is left out. */
export type HeadersLike =
  | Iterable<readonly string[]>
  | Readonly<Record<string, string | undefined>>;

/** What was said before the question. */
export interface LLMMessage {
  /** Who said it. The instruction is {@linkcode LLMTokenRequest.systemPrompt}. */
  role: "user" | "assistant";
  /** The text. */
  content: string;
  /** Images beside the text, as in {@linkcode LLMTokenRequest.images}. */
  images?: readonly string[] | undefined;
}

/** A question, for {@linkcode LLMStreamProvider.tokens}. */
export interface LLMTokenRequest {
  /** The user's question. */
  prompt: string;
  /**
   * What was said before, oldest first. It stands between the instruction and the question; see
   * {@linkcode buildMessages}. All of it is sent: cut it to what the model's context can hold.
   *
   * @default {[]}
   */
  history?: readonly LLMMessage[] | null | undefined;
  /**
   * Images for a model that can see: data URLs in base64 (`data:image/png;base64,…`); a remote
   * provider takes http and https URLs as well. For a model that cannot see most servers say so, and
   * Ollama leaves them out.
   *
   * @default {[]}
   */
  images?: readonly string[] | null | undefined;
  /**
   * A JSON Schema that the answer is to follow, for servers that can hold a model to it. The answer
   * is text as ever: {@linkcode readObject} reads and checks it. It is sent as `response_format` to
   * servers of the chat completions protocol and as `format` to Ollama; `extraBody` counts more.
   */
  jsonSchema?: object | null | undefined;
  /**
   * Texts to answer from, best first; the first {@linkcode TOP_K_LIMIT} are sent.
   *
   * @default {[]}
   */
  contextSnippets?: readonly string[] | undefined;
  /** Stops the answer at once; the result is an error named `AbortError`. */
  signal?: AbortSignal | undefined;
  /** Replaces the built-in instruction to the model; `""` or null sends no instruction. */
  systemPrompt?: string | null | undefined;
  /**
   * Whether to split reasoning from the answer where the server leaves it in the text. `true` is for
   * a `<think>` block at the beginning. `"opened"` is for an answer that begins inside of the block,
   * because the model's template opened it in the prompt. The WebLLM provider splits unless you say
   * `false`. See {@linkcode ThinkingSplitter}.
   *
   * @default {false}
   */
  splitThinking?: boolean | "opened" | undefined;
  /**
   * Called by the WebLLM provider while a model loads, with a number from 0 to 1 that never falls,
   * and with the phase in words.
   */
  onInitProgress?: ((progress: number, text: string) => unknown) | undefined;
  /** Called with each piece of the model's reasoning, in its place between the tokens. */
  onReasoning?: ((text: string) => unknown) | undefined;
  /**
   * Called once after the last token of an answer that ended well. What it throws rejects the
   * answer. It may be async, but its promise is not waited for: a rejection counts only if it comes
   * before the answer settles.
   */
  onFinish?: ((summary: LLMFinish) => unknown) | undefined;
}

/** A question and where its tokens go, for {@linkcode LLMStreamProvider.stream}. */
export interface LLMStreamRequest extends LLMTokenRequest {
  /** Texts to answer from, best first; the first {@linkcode TOP_K_LIMIT} are sent. */
  contextSnippets: readonly string[];
  /** Stops the answer at once; the promise then rejects with an error named `AbortError`. */
  signal: AbortSignal;
  /**
   * Called with each token, never an empty one. What it throws ends the stream and rejects the
   * promise. Like the other callbacks it may be async. Its promise is not waited for, so that order
   * and speed are the stream's own. If it rejects while the answer comes, that ends the stream as
   * well. The first error counts. A rejection after the answer has settled goes unnoticed: handle it
   * in the callback.
   */
  onToken: (token: string) => unknown;
}

/** How an answer ended. */
export interface LLMFinish {
  /**
   * `marker`: the server said that the answer is complete. `eof`: the body just ended, so the
   * answer may be cut. Chat completions and Ollama's protocol send a `finishReason` at their end. If
   * that is missing too, the answer most likely is cut.
   */
  endedBy: "marker" | "eof";
  /**
   * How many pieces of text were delivered. A server may send several tokens as one piece. Their
   * number is in {@linkcode LLMFinish.usage}, if the server tells it.
   */
  tokenCount: number;
  /** The server's word for why the model stopped, such as `stop` or `length`. */
  finishReason?: string;
  /** Token counts as the server reports them. */
  usage?: LLMUsage;
  /** The tools that the model asks to call, where `extraBody` offered some. Nothing is called. */
  toolCalls?: readonly LLMToolCall[];
  /** The words with which the model refused; they are handed on as tokens too. */
  refusal?: string;
  /** What came and was not understood, if there was any: no answer is complete without it. */
  skipped?: LLMSkipped;
}

/** Token counts as a server reports them. */
export interface LLMUsage {
  /** Tokens of the messages. */
  promptTokens?: number | undefined;
  /** Tokens of the answer, those of its reasoning included where the server does so. */
  completionTokens?: number | undefined;
  /** Tokens of the messages that the server had read before. */
  cachedTokens?: number | undefined;
  /** Tokens of the reasoning. */
  reasoningTokens?: number | undefined;
}

/** A tool that the model asks to call. */
export interface LLMToolCall {
  /** The server's id of the call, for the message with its result. */
  readonly id?: string;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments as a JSON text, as the model wrote them; `""` if there are none. */
  readonly arguments: string;
}

/** A piece of a tool call, as it comes. */
export interface LLMToolCallPiece {
  /** Which call it belongs to. */
  readonly index?: number | undefined;
  /** The server's id of the call. */
  readonly id?: string | undefined;
  /** The name of the tool. */
  readonly name?: string | undefined;
  /** More of the arguments. */
  readonly arguments?: string | undefined;
}

/** What came in an answer and was not understood. */
export interface LLMSkipped {
  /** How many lines or events. */
  readonly lines: number;
  /** The head of the first, up to 200 UTF-16 code units, without secrets. */
  readonly first: string;
}

/**
 * One way to get an answer from a model.
 *
 * @example Show an answer until the user has seen enough
 * ```ts
 * import type { LLMProviderConfig, LLMStreamProvider } from "@rivulet/llm";
 *
 * async function show(
 *   provider: LLMStreamProvider,
 *   config: LLMProviderConfig,
 *   { signal }: AbortController, // a Stop button calls its abort()
 * ): Promise<void> {
 *   const request = { prompt: "Why is the sky blue?", signal };
 *   try {
 *     for await (const token of provider.tokens(config, request)) {
 *       console.log(token);
 *     }
 *   } catch (error) {
 *     if (!signal.aborted) throw error;
 *   }
 * }
 * ```
 */
export interface LLMStreamProvider<Id extends string = LLMProviderId> {
  /** What the provider is. */
  readonly definition: LLMProviderDefinition<Id>;
  /**
   * Sends one question, and hands each token of the answer to `request.onToken`.
   *
   * Rejects with a {@linkcode ProviderError}, with an error named `AbortError` after an abort, or
   * with the error that a callback of the request threw or rejected with. The request is sent once.
   * When the promise has settled, no timer, no read and no open body is left.
   */
  stream(config: LLMProviderConfig, request: LLMStreamRequest): Promise<void>;
  /**
   * The same answer as an async iterable, to be read once. Nothing is sent before the first read;
   * leaving the loop aborts the request; it throws what {@linkcode LLMStreamProvider.stream}
   * rejects with.
   */
  tokens(config: LLMProviderConfig, request: LLMTokenRequest): AsyncIterable<string>;
  /** Lists the models, where the provider can; all of the library's own can. */
  models?(config: LLMServerConfig, options?: LLMCallOptions): Promise<LLMModel[]>;
}

/** How to reach a server, for what needs no model. */
export type LLMServerConfig = Omit<LLMProviderConfig, "model"> & {
  /** Not needed. */
  model?: string | undefined;
};

/** Options of a call that is no question. */
export interface LLMCallOptions {
  /** Ends the call at once; it rejects with an error named `AbortError`. */
  signal?: AbortSignal | undefined;
}

/** Lists models, for {@linkcode defineProvider}. */
export type ListModels = (
  config: LLMServerConfig,
  options?: LLMCallOptions,
) => Promise<LLMModel[]>;

/** A provider that lists its models as well, as the four constants do. */
export interface LLMProvider<Id extends string = LLMProviderId> extends LLMStreamProvider<Id> {
  /**
   * Lists the models of the server, in its order; those of this device for a model in the browser.
   * A remote service gets the key. Nothing is loaded by it.
   *
   * Rejects with a {@linkcode ProviderError} as a question does; of code `format` if the answer is no
   * list of models.
   *
   * @example Take the first model that can answer
   * ```ts
   * import { ollama } from "@rivulet/llm";
   *
   * const models = await ollama.models({ baseUrl: "http://localhost:11434" });
   * console.log(models.find(({ embeds }) => !embeds)?.name);
   * ```
   */
  models(config: LLMServerConfig, options?: LLMCallOptions): Promise<LLMModel[]>;
}

/** What holds for the requests of a provider of your own unless they say otherwise. */
export type LLMRequestDefaults = Pick<LLMTokenRequest, "splitThinking">;

/** What a provider of your own does beside answering. */
export interface LLMProviderOptions extends LLMRequestDefaults {
  /** Lists its models. */
  models?: ListModels | undefined;
}

/** What a piece of an answer holds. All fields are optional. */
export interface LLMStreamPart {
  /** How far the model's load is, from 0 to 1, and its phase. */
  progress?: readonly [progress: number, text: string] | undefined;
  /** A piece of the model's reasoning; comes before the token beside it. */
  reasoning?: string | undefined;
  /** A piece of the answer. */
  token?: string | undefined;
  /** Why the model stopped, such as `stop` or `length`. */
  finishReason?: string | undefined;
  /** Token counts. */
  usage?: LLMUsage | undefined;
  /** Pieces of tool calls. */
  toolCalls?: readonly LLMToolCallPiece[] | undefined;
  /** A piece of the words with which the model refuses; set `token` to the same, to show it. */
  refusal?: string | undefined;
  /** What came before it and was not understood. */
  skipped?: LLMSkipped | undefined;
  /** Why the answer failed, in the server's words; nothing after it counts. */
  failure?: string | undefined;
  /** The server's own code for the failure. */
  serverCode?: string | undefined;
  /** Whether this is the end marker; nothing after it counts. */
  done?: boolean | undefined;
}

/**
 * Where a provider's answer comes from, for {@linkcode defineProvider}: an async generator, say, that
 * yields tokens, or the parts that came together.
 *
 * Asks for nothing before the first read, ends after a part that is `done` or a `failure`, and frees
 * what it holds in `finally`. After an abort of `signal` its tokens are no longer used: it should
 * stop what it started.
 */
export type TokenSource = (
  config: LLMProviderConfig,
  request: LLMTokenRequest,
  signal: AbortSignal,
) => AsyncIterable<string | readonly LLMStreamPart[]>;

/** One message of the chat request. */
export interface ProviderMessage {
  /** Who speaks. */
  role: "system" | "user" | "assistant";
  /** The text. */
  content: string;
  /** Its images, if it has any; each protocol has a form of its own for them. */
  images?: readonly string[] | undefined;
}
