// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { stub } from "@std/testing/mock";
import { EmbeddingError, type LLMProviderConfig, type ProviderError } from "@rivulet/llm";
import { checkPlanted, randomKey, textThatShows } from "../fuzz/chat/planted.ts";
import { Random } from "../fuzz/random.ts";
import { askProvider } from "../support/ask.ts";
import { makeClient } from "../support/embedding_server.ts";

/** Keeps what is written to the console. */
function watchConsole(): Disposable & { lines: unknown[][] } {
  const lines: unknown[][] = [];
  const names = ["debug", "error", "info", "log", "trace", "warn"] as const;
  const stubs = names.map((name) => stub(console, name, (...values) => void lines.push(values)));
  return { lines, [Symbol.dispose]: () => stubs.forEach((stubbed) => stubbed.restore()) };
}

Deno.test("no error of 1,000 random failures holds the API key, and nothing is logged", async () => {
  using watched = watchConsole();
  for (let seed = 0; seed < 1000; seed++) {
    assertEquals(await checkPlanted(new Random(seed)), undefined, `seed ${seed}`);
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
    const error = assertThrows(() => makeClient(baseUrl), EmbeddingError);
    assertEquals(textThatShows(key, error), undefined, `seed ${seed}`);
  }
});

const ADDRESS = "https://api.example/v1";

/** What a server says, what was sent, and what is left of the server's words. */
const WORDS: [what: string, config: Partial<LLMProviderConfig>, said: string, left: string][] = [
  ["a header of four characters", { headers: { "X-Key": "abcd" } }, "xabcdx", "x[secret]x"],
  [
    "a header, if it is short and its name says nothing",
    { headers: { "X-A": "abc" } },
    "abc",
    "abc",
  ],
  [
    "a number as a header",
    { headers: { "X-Key": 123456 as unknown as string } },
    "id 123456",
    "id [secret]",
  ],
  [
    "headers that can be read once",
    { headers: [["X-Key", "one-shot"]].values() },
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
  [
    "the blanks around a cookie",
    { headers: { Cookie: "session= s3cr3t ; a=1234" } },
    "<s3cr3t>",
    "<[secret]>",
  ],
  ["a value of the query", { baseUrl: `${ADDRESS}?v=2&key=abc%2Fd` }, "bad abc/d", "bad [secret]"],
  [
    "a value as it stands in the query",
    { baseUrl: `${ADDRESS}?key=abc%2Fd` },
    "abc%2Fd",
    "[secret]",
  ],
  [
    "a character beyond 16 bits, behind backslashes",
    { baseUrl: `${ADDRESS}?key=ab%F0%9F%98%80cd` },
    "bad ab\\\\\u{1f600}cd, ab\\\u{1f600}cd!",
    "bad [secret], [secret]!",
  ],
  ["a whole query", { baseUrl: `${ADDRESS}?key=v&a=b` }, "GET /?key=v&a=b", "GET /?[secret]"],
  [
    "the longer one of two",
    { apiKey: "abcd", headers: { "X-Key": "abcd-efgh" } },
    "abcd-efgh",
    "[secret]",
  ],
  ["what Go's JSON escapes", { apiKey: "a<b>c&d" }, "a\\u003cb\\u003ec\\u0026d", "[secret]"],
  ["what Python's JSON escapes", { headers: { "X-Key": "clé-1" } }, "cl\\u00E9-1", "[secret]"],
  ["JSON within JSON within JSON", { apiKey: 'a"b-12' }, 'a\\\\\\"b-12', "[secret]"],
  [
    "JSON within JSON within JSON within JSON",
    { apiKey: 'a"b-12' },
    'a\\\\\\\\\\\\\\"b-12',
    "[secret]",
  ],
  ["small hexadecimal digits", { apiKey: "a/b+c=" }, "a%2fb%2bc%3d", "[secret]"],
  ["a form's spaces", { headers: { "X-Key": "my app" } }, "name=my+app", "name=[secret]"],
  ["a web page's spelling", { apiKey: `a<b>&"'` }, "a&lt;b&gt;&amp;&quot;&#x27;", "[secret]"],
  ["a value that is too short", { baseUrl: `${ADDRESS}?key=%F0%9F%98%80a` }, "😀a", "😀a"],
  [
    "characters of two code units",
    { baseUrl: `${ADDRESS}?key=%F0%9F%98%80abc` },
    "😀abc %f0%9f%98%80abc",
    "[secret] [secret]",
  ],
  [
    "a key of any header that looks like one",
    { headers: { "X-A": "sk-12345" } },
    "sk-12345",
    "[secret]",
  ],
  [
    "a UUID of any header",
    { headers: { "X-A": "0f8fad5b-d9cb-469f-a165-70867728950e" } },
    "no 0f8fad5b-d9cb-469f-a165-70867728950e",
    "no [secret]",
  ],
  [
    "many letters and digits in a row",
    { headers: { "X-A": "a1b2c3d4e5f6a7b8c9" } },
    "a1b2c3d4e5f6a7b8c9",
    "[secret]",
  ],
  [
    "a value in the JSON of a header",
    { headers: { "X-Auth": '{"token":"s3cr3t"}' } },
    "token s3cr3t",
    "token [secret]",
  ],
  [
    "a value in a field of a header",
    { headers: { "X-Auth": "Credential=s3cr3t/2026/x, Signature=abcd1" } },
    "s3cr3t, abcd1",
    "[secret], [secret]",
  ],
  [
    "an entry of a list in a header",
    { headers: { "X-Key": "one, s3cr3t" } },
    "one s3cr3t",
    "one [secret]",
  ],
  [
    "what JavaScript escapes",
    { apiKey: "a<b>c" },
    "a\\x3cb\\u{3e}c a\\u{00003C}b>c",
    "[secret] [secret]",
  ],
  ["a web page's large letters", { apiKey: "a<b>c" }, "a&#X3C;b&#x3E;c", "[secret]"],
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
    for (const status of [200, 500]) {
      const fetch = () => Promise.resolve(new Response(text, { status }));
      const { error } = await askProvider("standard-compatible", { apiKey, fetch });
      assertEquals((error as ProviderError).reason, `${"x".repeat(200 - shown)}[secret]…`);
    }
  }
});

Deno.test("an error repeats 64 KiB of a server's words", async () => {
  const fetch = () => Promise.resolve(new Response(`data: {"error":"${"x".repeat(100_000)}"}\n\n`));
  const { error } = await askProvider("local-b", { fetch });
  assertEquals((error as ProviderError).reason, `${"x".repeat(65_536)}…`);
});

Deno.test("what is removed is what was sent, whatever the configuration says later", async () => {
  const config = { apiKey: "sk-before", headers: { "X-Key": "was-sent" } };
  const { error } = await askProvider("standard-compatible", {
    get apiKey() {
      return config.apiKey;
    },
    get headers() {
      return config.headers;
    },
    fetch() {
      config.apiKey = "sk-after-it";
      config.headers = { "X-Key": "another" };
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

Deno.test("the error of a caller's own fetch is replaced where it holds too much to look through", async () => {
  const thrown = Object.assign(new TypeError("Failed to fetch"), {
    list: Array.from({ length: 2000 }, () => ({})),
  });
  const fetch = () => Promise.reject(thrown);
  const { cause } = (await askProvider("standard-compatible", { fetch })).error as ProviderError;
  assert(cause !== thrown);
  assertStrictEquals((cause as Error).message, "Failed to fetch");
});

Deno.test("a stack that is no field of its error, as in Firefox, shows no secret", async () => {
  const apiKey = "sk-0123456789abcdef";
  const thrown = new TypeError("Failed to fetch");
  delete thrown.stack;
  const stack = { get: () => `fetch@https://api.example/${apiKey}` };
  Object.setPrototypeOf(thrown, Object.create(TypeError.prototype, { stack }));
  const fetch = () => Promise.reject(thrown);
  const { error } = await askProvider("standard-compatible", { apiKey, fetch });
  assertEquals(textThatShows(apiKey, error), undefined);
  assertStrictEquals(
    ((error as ProviderError).cause as Error).stack,
    "fetch@https://api.example/[secret]",
  );
});

Deno.test("the name of a header is told up to its colon, since a value may stand behind it", async () => {
  const headers = { "X-Api-Key: sk-very-secret": "" };
  const { error } = await askProvider("local-b", { headers });
  assertEquals(
    (error as ProviderError).message,
    'Remove characters that no header can carry from header "X-Api-Key…"',
  );
});
