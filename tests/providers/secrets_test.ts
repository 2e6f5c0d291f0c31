// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertThrows } from "@std/assert";
import { stub } from "@std/testing/mock";
import {
  EmbeddingError,
  formatProviderError,
  getProviderById,
  type LLMProviderConfig,
  OllamaEmbeddingClient,
} from "@rivulet/llm";
import { Random } from "../fuzz/random.ts";
import { configFor, requestFor } from "../support/ask.ts";
import { stubFetch, stubResponse } from "../support/stub_response.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/=$&()[]{}*?^|";

function randomKey(random: Random): string {
  return "sk-" +
    Array.from({ length: 8 + random.below(60) }, () => random.pick([...ALPHABET])).join("");
}

/** An answer that repeats the key wherever a server can put words. */
function leakyResponse(random: Random, key: string): Response {
  const words = random.pick([
    `Incorrect API key: ${key}`,
    key,
    `${key}${key}`,
    `Bearer ${key} is wrong`,
  ]);
  const body = random.pick([
    { error: words },
    { error: { message: words, code: 1 } },
    { error: { code: words } },
    { message: words },
    { detail: words },
    { detail: [{ msg: words }, { msg: "other" }] },
    [{ error: { message: words } }],
  ]);
  const json = JSON.stringify(body);
  const data = random.pick([`data: ${json}\n\n`, json, `error: ${json}\n`, `error: ${words}\n`]);
  switch (random.below(4)) {
    case 0:
      return new Response(json, { status: 400 + random.below(200) });
    case 1:
      return new Response("", {
        status: 307,
        headers: {
          location: `https://x.example/?key=${random.pick([key, encodeURIComponent(key)])}`,
        },
      });
    case 2:
      return stubResponse({ chunks: [data], end: random.pick(["close", "reset"]) });
    default:
      return new Response(`<!doctype html><title>${key}</title>`);
  }
}

/** All that can be shown of an error, its causes included. */
function textsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const shown = [
    error.message,
    error.stack ?? "",
    String(error),
    Deno.inspect(error),
    JSON.stringify(error),
  ];
  const own = JSON.stringify(
    Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name))),
  );
  return [
    ...shown,
    own,
    formatProviderError(error, "remote"),
    formatProviderError(error, "local"),
    ...error.cause ? textsOf(error.cause) : [],
  ];
}

/** A configuration with a key in one of the places that keys are put, or put by mistake. */
function leakyConfig(random: Random, key: string): Partial<LLMProviderConfig> {
  const malformed = random.pick([`${key}\u2014`, `${key}\n${key}`]);
  const value = random.once(6) ? malformed : ` ${key}\n`;
  const header = random.pick(["x-api-key", "api-key", "X-Auth-Token", "Cookie", "x-secret"]);
  const baseUrl = random.once(3)
    ? random.pick([`ftp://${key}`, `https://u:${key}@x`, `https://${key}@x`, key, `x y ${key}`])
    : "https://api.example";
  const placed = random.once(4)
    ? { apiKey: "placeholder-1", headers: { [header]: random.once(6) ? malformed : key } }
    : { apiKey: value };
  return { baseUrl, ...placed };
}

/** Fails for whatever shows a key, as it is or as it stands in an address. */
function assertHidden(key: string, texts: string[], context: string): void {
  const forms = [
    key,
    encodeURIComponent(key),
    encodeURI(key),
    new URL(`?${key}`, "http://x").search.slice(1),
  ];
  for (const text of texts) {
    assert(!forms.some((form) => text.includes(form)), `${context}: ${text}`);
  }
}

/** Keeps what is written to the console. */
function watchConsole(): Disposable & { lines: unknown[][] } {
  const lines: unknown[][] = [];
  const names = ["debug", "error", "info", "log", "trace", "warn"] as const;
  const stubs = names.map((name) => stub(console, name, (...values) => void lines.push(values)));
  return { lines, [Symbol.dispose]: () => stubs.forEach((stubbed) => stubbed.restore()) };
}

Deno.test("no error of 1,000 random failures holds the API key, and nothing is logged", async () => {
  const { stream, tokens } = getProviderById("standard-compatible");
  using watched = watchConsole();
  let failures = 0;
  for (let seed = 0; failures < 1000; seed++) {
    const random = new Random(seed);
    const key = randomKey(random);
    const fetch = random.once(8)
      ? () => Promise.reject(new TypeError("Failed to fetch"))
      : stubFetch(() => leakyResponse(random, key));
    const config = configFor("standard-compatible", { ...leakyConfig(random, key), fetch });
    const answer = random.once(2)
      ? stream(config, requestFor())
      : tokens(config, requestFor())[Symbol.asyncIterator]().next();
    const error = await answer.then(() => undefined, (error) => error);
    if (error === undefined) continue;
    failures++;
    assertHidden(key, textsOf(error), `seed ${seed}`);
  }
  assertEquals(watched.lines, []);
});

Deno.test("no error of OllamaEmbeddingClient holds the secrets of an address", () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = new Random(seed);
    const key = randomKey(random);
    const baseUrl = random.pick([
      `http://u:${key}@localhost:11434`,
      `http://${key}@127.0.0.1`,
      `http://localhost:11434/?key=${key}`,
      `http://localhost:11434#${key}`,
      key,
    ]);
    const error = assertThrows(
      () => new OllamaEmbeddingClient({ baseUrl, model: "m", timeoutMs: 1000 }),
      EmbeddingError,
    );
    assertHidden(key, textsOf(error), `seed ${seed}`);
  }
});
