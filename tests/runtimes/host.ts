// Copyright 2026 the Rivulet authors. MIT license.

import type { WireCase } from "../support/wire_case.ts";

/** What a runtime must offer to the portable tests. */
export interface Host {
  /** Starts a server on a free port of this machine. */
  startServer(answers: ServerAnswers): Promise<TestServer>;
  /** Whether `fetch` does not tell where a redirect leads, as in browsers. */
  readonly hidesRedirects: boolean;
}

/** The answers to the first requests; the last one is for all that follow. */
export type ServerAnswers = readonly (ServerAnswer | "silence")[];

/** What a server answers to a request, in the form of a wire case. */
export interface ServerAnswer extends Partial<WireCase["response"]> {
  /** Whether each byte of the body leaves by itself, in place of each chunk. */
  byteByByte?: boolean;
  /** How long the server takes, after the last chunk, to end the body. */
  restMs?: number;
}

/** A server; its requests are counted from 0. */
export interface TestServer {
  /** The address, without a trailing slash. */
  readonly base: string;
  /** Resolves when this request has come. */
  asked(request: number): Promise<void>;
  /** Resolves when the connection of this request is closed. */
  clientGone(request: number): Promise<void>;
  /** How many connections clients have opened. */
  connections(): Promise<number>;
  /** Breaks the connections under way: ends them in the middle of the answer, or resets them. */
  breakOff(how?: "end" | "reset"): Promise<void>;
  close(): Promise<void>;
}
