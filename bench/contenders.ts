// Copyright 2026 the Rivulet authors. MIT license.

import type { Protocol } from "./contender.ts";

/**
 * The file of each contender in the folder `contenders`, by the name that the table shows; behind a
 * `#` stands what it exports, where that is not `contender`.
 */
export const FILES: Readonly<Record<string, string>> = {
  "Rivulet": "rivulet",
  "Rivulet stream()": "rivulet",
  "Rivulet tokens()": "rivulet#tokens",
  "Rivulet embedBatch()": "rivulet",
  "floor": "floor",
  // The same code in another process: how far its ratio to the floor is from 1 is the noise.
  "floor again": "floor",
  "response.json()": "floor",
  "openai": "openai",
  "AI SDK": "ai_sdk",
  "xsai": "xsai",
  "eventsource-parser": "eventsource_parser",
  "eventsource-parser, BYOB": "eventsource_parser#byob",
  "fetch-event-stream": "fetch_event_stream",
  "ollama": "ollama",
  "LangChain": "langchain_ollama",
};

/** The peers that read each protocol. */
export const PEERS: Readonly<Record<Protocol, readonly string[]>> = {
  sse: ["eventsource-parser", "fetch-event-stream", "openai", "xsai", "AI SDK"],
  ndjson: ["ollama", "LangChain"],
};

/** Peers that no target names; a quick run leaves them out. */
const LEFT_OUT = ["xsai", "LangChain"];

/** All who take part in a row. */
export function contendersOf(protocol: Protocol, { quick }: { quick: boolean }): string[] {
  const peers = PEERS[protocol].filter((name) => !quick || !LEFT_OUT.includes(name));
  return ["Rivulet", "floor", "floor again", ...peers];
}
