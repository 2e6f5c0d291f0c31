// Copyright 2026 the Rivulet authors. MIT license.

// What each client here is asked, and with what. A client is called as its readme shows it, without
// retries, and with the error that it documents.

/** The server that one case runs on. */
export interface Server {
  readonly base: string;
  readonly protocol: "chat" | "ollama";
}

/** Takes each piece of text. */
export type OnText = (text: string) => void;

export const MODEL = "test-model";
export const KEY = "test-key";
export const PROMPT = "Why is the sky blue?";
export const MESSAGES = [{ role: "user" as const, content: PROMPT }];
