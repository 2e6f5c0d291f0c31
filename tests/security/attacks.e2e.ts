// Copyright 2026 the Rivulet authors. MIT license.

// Servers on bare TCP that break HTTP, JSON or their word. Whatever they do, a call ends with its
// answer, an error of the library or the abort, and reaches no other host.

import { assert, assertEquals, assertLess } from "@std/assert";
import { ProviderError } from "@rivulet/llm";
import { EmbeddingError } from "@rivulet/llm/embedding";
import { askProvider } from "../support/ask.ts";
import { makeClient } from "../support/embedding_server.ts";
import { ownMemory } from "../support/own_memory.ts";
import { within } from "../support/until.ts";
import { answer, MIB, once } from "./attacks/attack.ts";
import { FIRST_ATTACKS } from "./attacks/first_attacks.ts";
import { startRawServer } from "./attacks/server.ts";

/** How long one waits for a server that says nothing more, and for one that is given up. */
const PATIENCE_MS = 500;
const LIMIT_MS = 60_000;

for (const [name, attack, chat, embedding] of FIRST_ATTACKS) {
  Deno.test(`a chat and an embedding end well against ${name}`, async () => {
    await using other = await startRawServer(once(answer("{}")));
    await using server = await startRawServer(attack, other.base);
    const before = ownMemory();
    const [chatEnd, embeddingEnd] = await within(
      Promise.all([
        endOfChat(server.base, patienceFor(chat)),
        endOfEmbedding(server.base, patienceFor(embedding)),
      ]),
      "the end of the calls",
      { limitMs: 2 * LIMIT_MS },
    );
    // Some depend on the platform.
    const expected = [
      chat === "any" ? chatEnd : chat,
      embedding === "any" ? embeddingEnd : embedding,
    ];
    assertEquals([chatEnd, embeddingEnd], expected);
    assertEquals([other.connections(), Object.keys(Object.prototype)], [0, []]);
    assertLess(ownMemory() - before, 600 * MIB);
  });
}

/** Whoever has to be given up is so, soon. */
function patienceFor(end: string): number {
  return ["abort", "timeout", "any"].includes(end) ? PATIENCE_MS : LIMIT_MS;
}

/** What a chat said, or how it ended; its caller has so much patience. */
async function endOfChat(baseUrl: string, patienceMs: number): Promise<string> {
  const controller = new AbortController();
  const patience = setTimeout(() => controller.abort(), patienceMs);
  try {
    const { signal } = controller;
    const { tokens, error } = await askProvider("local-a", { baseUrl }, { signal });
    if (error === undefined) return tokens.join("");
    if (error === controller.signal.reason) return "abort";
    assert(error instanceof ProviderError);
    return error.code;
  } finally {
    clearTimeout(patience);
  }
}

/** How an embedding of one text ended. */
async function endOfEmbedding(baseUrl: string, timeoutMs: number): Promise<string> {
  try {
    await makeClient(baseUrl, timeoutMs).embedBatch(["a"]);
    return "vectors";
  } catch (error) {
    assert(error instanceof EmbeddingError);
    return error.code;
  }
}
