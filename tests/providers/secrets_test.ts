// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertThrows } from "@std/assert";
import { stub } from "@std/testing/mock";
import { EmbeddingError, formatProviderError, type LLMProviderConfig } from "@rivulet/llm";
import { Random } from "../fuzz/random.ts";
import { askProvider, methods } from "../support/ask.ts";
import { makeClient } from "../support/embedding_server.ts";
import { stubResponse } from "../support/stub_response.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/=$&()[]{}*?^|";

function randomKey(random: Random): string {
  const length = 8 + random.below(60);
  return `sk-${Array.from({ length }, () => random.pick([...ALPHABET])).join("")}`;
}

/** An answer that repeats the key wherever a server can put words, or a failure of the network. */
function leak(random: Random, key: string): Promise<Response> {
  if (random.once(8)) return Promise.reject(new TypeError("Failed to fetch"));
  const words = random.pick([
    `Incorrect API key: ${key}`,
    key,
    key + key,
    `Bearer ${key} is wrong`,
  ]);
  const json = JSON.stringify(random.pick([
    ...[{ error: words }, { error: { message: words, code: 1 } }, { error: { code: words } }],
    ...[{ message: words }, { detail: words }, { detail: [{ msg: words }, { msg: "other" }] }],
    [{ error: { message: words } }],
  ]));
  const data = random.pick([`data: ${json}\n\n`, json, `error: ${json}\n`, `error: ${words}\n`]);
  const location = `https://x.example/?key=${random.pick([key, encodeURIComponent(key)])}`;
  return Promise.resolve(
    random.pick([
      () => new Response(json, { status: 400 + random.below(200) }),
      () => new Response("", { status: 307, headers: { location } }),
      () => stubResponse({ chunks: [data], end: random.pick(["close", "reset"]) }),
      () => new Response(`<!doctype html><title>${key}</title>`),
    ])(),
  );
}

/** A configuration with a key in one of the places that keys are put, or put by mistake. */
function leakyConfig(random: Random, key: string): Partial<LLMProviderConfig> {
  const malformed = random.pick([`${key}\u2014`, `${key}\n${key}`]);
  const header = random.pick(["x-api-key", "api-key", "X-Auth-Token", "Cookie", "x-secret"]);
  const baseUrl = random.once(3)
    ? random.pick([`ftp://${key}`, `https://u:${key}@x`, `https://${key}@x`, key, `x y ${key}`])
    : "https://api.example";
  return random.once(4)
    ? { baseUrl, apiKey: "placeholder-1", headers: { [header]: random.once(6) ? malformed : key } }
    : { baseUrl, apiKey: random.once(6) ? malformed : ` ${key}\n` };
}

/** All that can be shown of an error, its causes included. */
function textsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  const fields = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)));
  return [
    ...[error.message, error.stack ?? "", `${error}`, Deno.inspect(error), JSON.stringify(error)],
    ...[JSON.stringify(fields)],
    ...[formatProviderError(error, "remote"), formatProviderError(error, "local")],
    ...error.cause ? textsOf(error.cause) : [],
  ];
}

/** Fails where an error shows a key, as it is or as it stands in an address. */
function assertHidden(key: string, error: unknown, context: string): void {
  const inAddress = new URL(`?${key}`, "http://x").search.slice(1);
  const forms = [key, encodeURIComponent(key), encodeURI(key), inAddress];
  for (const text of textsOf(error)) {
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
  using watched = watchConsole();
  let failures = 0;
  for (let seed = 0; failures < 1000; seed++) {
    const random = new Random(seed);
    const key = randomKey(random);
    const config = { ...leakyConfig(random, key), fetch: () => leak(random, key) };
    const method = random.pick(methods);
    const { error } = await askProvider("standard-compatible", config, { method });
    if (error === undefined) continue;
    failures++;
    assertHidden(key, error, `seed ${seed}`);
  }
  assertEquals(watched.lines, []);
});

Deno.test("no error of OllamaEmbeddingClient holds the secrets of an address", () => {
  for (let seed = 0; seed < 100; seed++) {
    const random = new Random(seed);
    const key = randomKey(random);
    const baseUrl = random.pick([
      ...[`http://u:${key}@localhost:11434`, `http://${key}@127.0.0.1`, key],
      ...[`http://localhost:11434/?key=${key}`, `http://localhost:11434#${key}`],
    ]);
    assertHidden(key, assertThrows(() => makeClient(baseUrl), EmbeddingError), `seed ${seed}`);
  }
});
