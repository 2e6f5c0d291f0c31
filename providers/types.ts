// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The contract between an app and every provider. No runtime code.
 *
 * @module
 */

/** The id of a provider; {@linkcode getProviderDefinitions} lists all four. */
export type LLMProviderId = "standard-compatible" | "local-a" | "local-b" | "webllm";

/** Where a provider's model runs: on another host, or on the user's own machine. */
export type LLMProviderKind = "remote" | "local";

/** What an app needs to know of a provider before it uses one. */
export interface LLMProviderDefinition {
  /** The id to pass to {@linkcode getProviderById}. */
  readonly id: LLMProviderId;
  /** A short name to show. */
  readonly label: string;
  /** Whether texts leave the machine. */
  readonly kind: LLMProviderKind;
  /** The address to start from; `""` where there is no server. */
  readonly defaultBaseUrl: string;
  /** The model to start from. */
  readonly defaultModel: string;
  /** Whether {@linkcode LLMProviderConfig.apiKey} must be set. */
  readonly requiresApiKey: boolean;
}

/** How to reach a model. */
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
  headers?: Record<string, string> | undefined;
  /**
   * Extra fields of the request body, such as `temperature`, Ollama's `options` or `keep_alive`.
   * `model`, `stream` and `messages` are the provider's own: entries with these names are left out.
   */
  extraBody?: Record<string, unknown> | undefined;
  /** The function that sends the request. @default {globalThis.fetch} looked up for each call */
  fetch?: typeof fetch | undefined;
}

/** A question, for {@linkcode LLMStreamProvider.tokens}. */
export interface LLMTokenRequest {
  /** The user's question. */
  prompt: string;
  /** Texts to answer from, best first; the first {@linkcode TOP_K_LIMIT} are sent. @default {[]} */
  contextSnippets?: string[] | undefined;
  /** Stops the answer at once; the result is an error named `AbortError`. */
  signal?: AbortSignal | undefined;
  /** Replaces the built-in instruction to the model. */
  systemPrompt?: string | undefined;
  /**
   * Called by the WebLLM provider while a model loads.
   *
   * @param progress From 0 to 1, never falling.
   * @param text The phase, in words.
   */
  onInitProgress?: ((progress: number, text: string) => void) | undefined;
  /** Called with each piece of the model's reasoning, in its place between the tokens. */
  onReasoning?: ((text: string) => void) | undefined;
  /** Called once after the last token of an answer that neither failed nor was aborted. */
  onFinish?: ((summary: LLMFinish) => void) | undefined;
}

/** A question and where its tokens go, for {@linkcode LLMStreamProvider.stream}. */
export interface LLMStreamRequest extends LLMTokenRequest {
  /** Texts to answer from, best first; the first {@linkcode TOP_K_LIMIT} are sent. */
  contextSnippets: string[];
  /** Stops the answer at once; the promise then rejects with an error named `AbortError`. */
  signal: AbortSignal;
  /**
   * Called with each token, never an empty one. What it throws ends the stream and rejects the
   * promise.
   */
  onToken: (token: string) => void;
}

/** How an answer ended. */
export interface LLMFinish {
  /**
   * `marker`: the server said that the answer is complete. `eof`: the body just ended, so the
   * answer may be cut.
   */
  endedBy: "marker" | "eof";
  /** How many tokens were handed on. */
  tokenCount: number;
  /** The server's word for why the model stopped, such as `stop` or `length`. */
  finishReason?: string;
  /** Token counts as the server reports them. */
  usage?: {
    /** Tokens of the two messages. */
    promptTokens?: number;
    /** Tokens of the answer. */
    completionTokens?: number;
  };
}

/** One way to get an answer from a model. */
export interface LLMStreamProvider {
  /** What the provider is. */
  readonly definition: LLMProviderDefinition;
  /**
   * Sends one question and hands each token of the answer to `request.onToken`.
   *
   * Rejects with a {@linkcode ProviderError}, with an error named `AbortError` after an abort, with
   * what `fetch` threw when the server cannot be reached, or with what a callback of the request
   * threw. Nothing is sent twice.
   */
  stream(config: LLMProviderConfig, request: LLMStreamRequest): Promise<void>;
  /**
   * The same answer as an async iterable, to be read once. Nothing is sent before the first read;
   * leaving the loop closes the connection; it throws what {@linkcode LLMStreamProvider.stream}
   * rejects with.
   */
  tokens(config: LLMProviderConfig, request: LLMTokenRequest): AsyncIterable<string>;
}

/** One message of the chat request. */
export interface ProviderMessage {
  /** Who speaks. */
  role: "system" | "user";
  /** The text. */
  content: string;
}
