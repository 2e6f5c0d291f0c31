// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { stub } from "@std/testing/mock";
import {
  EmbeddingError,
  formatProviderError,
  type LLMProviderConfig,
  type ProviderError,
} from "@rivulet/llm";
import { Random } from "../fuzz/random.ts";
import { askProvider, methods } from "../support/ask.ts";
import { makeClient } from "../support/embedding_server.ts";
import { stubResponse } from "../support/stub_response.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+/=$&()[]{}*?^|";

function randomKey(random: Random): string {
  const length = 8 + random.below(60);
  return `sk-${Array.from({ length }, () => random.pick([...ALPHABET])).join("")}`;
}

function same(character: string): string {
  return character;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
}

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What a fetch of the caller's own may throw: it was handed everything. */
function ownError(random: Random, key: string): unknown {
  const cause = new Error(`could not send ${key}`);
  return random.pick([
    cause,
    new TypeError("Failed to fetch", { cause }),
    Object.assign(new Error("refused"), {
      config: { headers: { authorization: `Bearer ${key}` } },
    }),
    Object.assign(new Error("refused"), { request: new Request(`https://x.example/?key=${key}`) }),
    Object.assign(new Error("refused"), { [Symbol("options")]: [key] }),
    new AggregateError([cause], "all failed"),
    `could not send ${key}`,
    { message: "refused", options: { key } },
  ]);
}

/** An answer that repeats the key wherever a server can put words, or a failure of the network. */
function leak(random: Random, key: string): Promise<Response> {
  if (random.once(4)) return Promise.reject(ownError(random, key));
  const words = random.pick([
    `Incorrect API key: ${key}`,
    key,
    key + key,
    `Bearer ${key} is wrong`,
  ]);
  const json = JSON.stringify(
    random.pick([
      ...[{ error: words }, { error: { message: words, code: 1 } }, { error: { code: words } }],
      ...[{ message: words }, { detail: words }, { detail: [{ msg: words }, { msg: "other" }] }],
      [{ error: { message: words } }],
    ]),
    null,
    random.pick([0, 1]),
  ).replace(/[+/&]/g, random.pick([same, percent, unicode]));
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
  const header = random.pick([
    "x-api-key",
    "X-Auth-Token",
    "Cookie",
    "X-Title",
    "OpenAI-Organization",
  ]);
  if (random.once(5)) {
    return { baseUrl: `https://api.example/v1?x=1&code=${encodeURIComponent(key)}`, apiKey: "p-1" };
  }
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
    const plain = text.replace(
      /(?:%|\\+u00)([\da-f]{2})/gi,
      (_, code) => String.fromCharCode(parseInt(code, 16)),
    );
    const shows = forms.some((form) => text.includes(form)) || plain.includes(key);
    assert(!shows, `${context}: ${text}`);
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

const ADDRESS = "https://api.example/v1";

/** What a server says, what was sent, and what is left of the server's words. */
const WORDS: [what: string, config: Partial<LLMProviderConfig>, said: string, left: string][] = [
  [
    "a header of any name",
    { headers: { "X-Title": "My app" } },
    "My app is banned",
    "[secret] is banned",
  ],
  ["a header of four characters", { headers: { "X-A": "abcd" } }, "xabcdx", "x[secret]x"],
  [
    "a header, if it is short and its name says nothing",
    { headers: { "X-A": "abc" } },
    "abc",
    "abc",
  ],
  [
    "a number as a header",
    { headers: { "X-A": 123456 as unknown as string } },
    "id 123456",
    "id [secret]",
  ],
  [
    "headers that can be read once",
    { headers: [["X-A", "one-shot"]].values() },
    "one-shot",
    "[secret]",
  ],
  [
    "what stands behind a scheme",
    { headers: { "X-A": "Token abc123" } },
    "bad abc123",
    "bad [secret]",
  ],
  [
    "one cookie of several",
    { headers: { Cookie: "a=1234; session=s3cr3t" } },
    "s3cr3t",
    "[secret]",
  ],
  ["a value of the query", { baseUrl: `${ADDRESS}?v=2&key=abc%2Fd` }, "bad abc/d", "bad [secret]"],
  [
    "a value as it stands in the query",
    { baseUrl: `${ADDRESS}?key=abc%2Fd` },
    "abc%2Fd",
    "[secret]",
  ],
  ["a whole query", { baseUrl: `${ADDRESS}?k=v&a=b` }, "GET /?k=v&a=b", "GET /?[secret]"],
  [
    "the longer one of two",
    { apiKey: "abcd", headers: { "X-A": "abcd-efgh" } },
    "abcd-efgh",
    "[secret]",
  ],
  ["what Go's JSON escapes", { apiKey: "a<b>c&d" }, "a\\u003cb\\u003ec\\u0026d", "[secret]"],
  ["what Python's JSON escapes", { headers: { "X-A": "clé-1" } }, "cl\\u00E9-1", "[secret]"],
  ["JSON within JSON within JSON", { apiKey: 'a"b-12' }, 'a\\\\\\"b-12', "[secret]"],
  ["small hexadecimal digits", { apiKey: "a/b+c=" }, "a%2fb%2bc%3d", "[secret]"],
  ["a form's spaces", { headers: { "X-A": "my app" } }, "name=my+app", "name=[secret]"],
  ["a web page's spelling", { apiKey: `a<b>&"'` }, "a&lt;b&gt;&amp;&quot;&#x27;", "[secret]"],
  ["a value that is too short", { baseUrl: `${ADDRESS}?k=%F0%9F%98%80a` }, "😀a", "😀a"],
  [
    "characters of two code units",
    { baseUrl: `${ADDRESS}?k=%F0%9F%98%80abc` },
    "😀abc %f0%9f%98%80abc",
    "[secret] [secret]",
  ],
  ["what only begins like it", { apiKey: "sk-12345" }, "sk-1234x", "sk-1234x"],
];

for (const [what, config, said, left] of WORDS) {
  Deno.test(`the words of a server are told without ${what}`, async () => {
    const fetch = () => Promise.resolve(Response.json({ error: said }, { status: 400 }));
    const asked = await askProvider("standard-compatible", { baseUrl: ADDRESS, ...config, fetch });
    assertEquals((asked.error as ProviderError).reason, left);
  });
}

Deno.test("a secret that the head of a long text cuts is not told in part", async () => {
  const apiKey = "sk-0123456789abcdef";
  for (let shown = 4; shown < apiKey.length; shown++) {
    const text = `${"x".repeat(200 - shown)}${apiKey} and more`;
    const fetch = () => Promise.resolve(new Response(text));
    const { error } = await askProvider("standard-compatible", { apiKey, fetch });
    assertEquals((error as ProviderError).reason, `${"x".repeat(200 - shown)}[secret]…`);
  }
});

Deno.test("an error repeats 64 KiB of a server's words", async () => {
  const fetch = () => Promise.resolve(new Response(`data: {"error":"${"x".repeat(100_000)}"}\n\n`));
  const { error } = await askProvider("local-b", { fetch });
  assertEquals((error as ProviderError).reason, `${"x".repeat(65_536)}…`);
});

Deno.test("what is removed is what was sent, whatever the configuration says later", async () => {
  const config = { apiKey: "sk-before", headers: { "X-A": "was-sent" } };
  const { error } = await askProvider("standard-compatible", {
    get apiKey() {
      return config.apiKey;
    },
    get headers() {
      return config.headers;
    },
    fetch() {
      config.apiKey = "sk-after-it";
      config.headers = { "X-A": "another" };
      return Promise.resolve(Response.json({ error: "sk-before was-sent" }, { status: 400 }));
    },
  });
  assertEquals((error as ProviderError).reason, "[secret] [secret]");
});

Deno.test("the error of a caller's own fetch is the cause itself where it shows no secret", async () => {
  const thrown = Object.assign(new TypeError("Failed to fetch", { cause: new Error("reset") }), {
    options: { list: [1, "two", null] },
  });
  const fetch = () => Promise.reject(thrown);
  const { error } = await askProvider("standard-compatible", { fetch });
  assertStrictEquals((error as ProviderError).cause, thrown);
});

Deno.test("the name of a header is told up to its colon, since a value may stand behind it", async () => {
  const headers = { "X-Api-Key: sk-very-secret": "" };
  const { error } = await askProvider("local-b", { headers });
  assertEquals(
    (error as ProviderError).message,
    'Remove characters that no header can carry from header "X-Api-Key…"',
  );
});
