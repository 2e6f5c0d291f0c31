// Copyright 2026 the Rivulet authors. MIT license.

/** How an answer is framed: OpenAI's server-sent events, or Ollama's JSON lines. */
export const PROTOCOLS = ["sse", "ndjson"] as const;

export type Protocol = typeof PROTOCOLS[number];

/** One question, the same for every contender. */
export interface Question {
  readonly protocol: Protocol;
  /** The server's address, without a path. */
  readonly base: string;
  /** What the server reads as the number of tokens to send. */
  readonly model: string;
  readonly fetch: typeof fetch;
  readonly onToken: (token: string) => void;
}

/** Texts to embed at a server of Ollama's kind. */
export interface EmbeddingQuestion {
  readonly base: string;
  readonly model: string;
  readonly texts: string[];
}

/** A library in the way in which its own readme uses it. */
export interface Contender {
  /** Asks, and resolves when the answer has been read to its end. */
  ask?(question: Question): Promise<void>;
  embed?(question: EmbeddingQuestion): Promise<ArrayLike<number>[]>;
}

/** What every question says. */
export const PROMPT = "Why is the sky blue?";
