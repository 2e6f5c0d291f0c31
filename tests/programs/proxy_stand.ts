// Copyright 2026 the Rivulet authors. MIT license.

// A proxy, and what a program asks while it stands by.

import type { Question } from "./questions.ts";
import { type Recorder, startRecorder } from "./recorder.ts";

/** What is asked while the proxy stands by. */
export interface StandQuestion extends Question {
  /** Whether it is no fault where the platform finds no way to this computer. */
  readonly mayFail?: true;
}

/** What embeds has servers of its own, so that the lines at the proxy tell the two apart. */
export interface Stand extends AsyncDisposable {
  readonly proxy: Recorder;
  readonly chat: Recorder;
  readonly secureChat: Recorder;
  /** All of them but the proxy. */
  readonly servers: readonly Recorder[];
  readonly questions: readonly StandQuestion[];
}

/** Names of this computer that not every platform connects to; the embedding client takes none. */
const OTHER_NAMES = ["localhost.", "a.localhost", "0.0.0.0"];

/** Starts a proxy, and servers over HTTP and over TLS. */
export function startStand(): Stand {
  const proxy = startRecorder("proxy");
  const [chat, embedding] = [startRecorder("http"), startRecorder("http")];
  const [secureChat, secureEmbedding] = [startRecorder("https"), startRecorder("https")];
  const servers = [chat, secureChat, embedding, secureEmbedding];
  const overHttp = (host: string): StandQuestion[] => [
    { verb: "ollama", baseUrl: `http://${host}:${chat.port}` },
    { verb: "embed", baseUrl: `http://${host}:${embedding.port}` },
  ];
  const overTls = (host: string): StandQuestion[] => [
    { verb: "ollama", baseUrl: `https://${host}:${secureChat.port}` },
    { verb: "embed", baseUrl: `https://${host}:${secureEmbedding.port}` },
  ];
  const maybe = (question: StandQuestion): StandQuestion => ({ ...question, mayFail: true });
  const other = (host: string) => maybe(overHttp(host)[0]!);
  const questions = [
    ...["localhost", "127.0.0.1"].flatMap((host) => [...overHttp(host), ...overTls(host)]),
    { verb: "lmStudio" as const, baseUrl: `http://localhost:${chat.port}` },
    { verb: "lmStudio" as const, baseUrl: `https://localhost:${secureChat.port}` },
    ...OTHER_NAMES.map(other),
    // Node 22 finds no address of IPv6 in a certificate.
    ...hasIpv6() ? [...overHttp("[::1]"), ...overTls("[::1]").map(maybe), other("[::]")] : [],
  ];
  return {
    proxy,
    chat,
    secureChat,
    servers,
    questions,
    async [Symbol.asyncDispose]() {
      for (const server of [proxy, ...servers]) await server[Symbol.asyncDispose]();
    },
  };
}

/** The host and the port of an address. */
export function hostOf(baseUrl: string): string {
  return baseUrl.replace(/^https?:\/\//, "");
}

function hasIpv6(): boolean {
  try {
    Deno.listen({ hostname: "::1", port: 0 }).close();
    return true;
  } catch {
    return false;
  }
}
