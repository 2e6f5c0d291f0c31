// Copyright 2026 the Rivulet authors. MIT license.

/** Where the local server is, which model embeds, and how long to wait. */
export interface OllamaEmbeddingClientOptions {
  /**
   * The address of the server: `http` or `https`, the host `localhost`, `127.0.0.1` or `[::1]`, and
   * a port if there is one, such as `http://localhost:11434`. Nothing may follow, not even a slash.
   */
  baseUrl: string;
  /**
   * The name of the embedding model, such as `nomic-embed-text`; white space around it is dropped.
   */
  model: string;
  /**
   * How many milliseconds each request may take, its answer included. Values under 1,000 count as
   * 1,000. Give 30,000 or more for the first call: loading the model counts.
   */
  timeoutMs: number;
}

/** What {@linkcode OllamaEmbeddingClient.probeRuntime} finds out about the server. */
export interface OllamaEmbeddingRuntimeInfo {
  /** The address of the server, as it was given to the client. */
  baseUrl: string;
  /** The model that embeds. */
  model: string;
  /**
   * The endpoint in use: `/api/embed`, or the older `/api/embeddings`, which takes one text a time.
   */
  endpoint: "embed" | "embeddings";
  /** The names of the models that the server has. */
  availableModels: string[];
}
