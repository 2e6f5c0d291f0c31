// Copyright 2026 the Rivulet authors. MIT license.

// What goes to another computer only if that was allowed, and what no error repeats.

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { EmbeddingError, type EmbeddingErrorCode } from "@rivulet/llm/embedding";
import { answerLikeOpenAI, makeOpenAIClient, vectorsOf } from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { stubServer } from "../support/stub_server.ts";

const REMOTE = "https://embeddings.example.com/v1";
const KEY = "sk-1234567890abcdef";

Deno.test("OpenAICompatibleEmbeddingClient sends texts and key elsewhere if allowRemote is true", async () => {
  using server = stubServer(answerLikeOpenAI);
  const client = makeOpenAIClient({
    baseUrl: REMOTE,
    allowRemote: true,
    apiKey: ` Bearer ${KEY}\n`,
  });
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
  await client.models();
  const authorization = { Authorization: `Bearer ${KEY}` };
  assertEquals(server.requests.map(({ url, headers }) => [url, headers]), [
    [`${REMOTE}/embeddings`, { "Content-Type": "application/json", ...authorization }],
    [`${REMOTE}/models`, authorization],
  ]);
});

for (const apiKey of [undefined, null, "", " \n"]) {
  Deno.test(`OpenAICompatibleEmbeddingClient sends no header for the key ${JSON.stringify(apiKey)}`, async () => {
    using server = stubServer(answerLikeOpenAI);
    await makeOpenAIClient({ baseUrl: REMOTE, allowRemote: true, apiKey: apiKey as string })
      .embedBatch(["a"]);
    assertEquals(server.requests[0]?.headers, { "Content-Type": "application/json" });
  });
}

for (const allowRemote of [false, undefined, null]) {
  Deno.test(`OpenAICompatibleEmbeddingClient keeps key and texts here if allowRemote is ${allowRemote}`, async () => {
    using server = stubServer(answerLikeOpenAI);
    const options = { apiKey: KEY, allowRemote: allowRemote as undefined };
    const client = makeOpenAIClient(options);
    await client.embedBatch(["a"]);
    await client.models();
    assert(!JSON.stringify(server.requests).includes(KEY));
    assertThrows(() => makeOpenAIClient({ ...options, baseUrl: REMOTE }), EmbeddingError);
  });
}

for (const allowRemote of ["true", 1, {}]) {
  Deno.test(`OpenAICompatibleEmbeddingClient refuses ${JSON.stringify(allowRemote)} for allowRemote`, () => {
    const make = () => makeOpenAIClient({ baseUrl: REMOTE, allowRemote: allowRemote as true });
    assertThrows(make, TypeError, `Set allowRemote to a boolean, got ${typeof allowRemote}`);
  });
}

Deno.test("OpenAICompatibleEmbeddingClient refuses a key that no header can carry, and does not show it", () => {
  const make = () => makeOpenAIClient({ baseUrl: REMOTE, allowRemote: true, apiKey: "sk-тайна" });
  const { message, code } = assertThrows(make, EmbeddingError);
  const expected = "Enter the API key again, it has characters that no header can carry";
  assertEquals([message, code], [expected, "config"]);
  const wrong = () => makeOpenAIClient({ apiKey: 7 as unknown as string });
  assertThrows(wrong, TypeError, "Set apiKey to a string, got number");
});

Deno.test("OpenAICompatibleEmbeddingClient calls a server elsewhere a remote one", async () => {
  using _server = stubServer(() =>
    Response.json({ error: { message: "no quota" } }, { status: 429 })
  );
  const client = makeOpenAIClient({ baseUrl: REMOTE, allowRemote: true });
  const { message, status } = await failureOf(() => client.embedBatch(["a"]));
  assertEquals([message, status], ["Remote server /v1/embeddings failed: no quota", 429]);
  const missing = () => makeOpenAIClient({ baseUrl: REMOTE, allowRemote: true, model: "" });
  assertThrows(missing, EmbeddingError, "Remote server embedding model is required");
});

const SECRET = "query-secret-1";

const REPEATS: [
  where: string,
  answer: () => Response | Promise<never>,
  code: EmbeddingErrorCode,
][] = [
  [
    "an error body",
    () => Response.json({ error: `bad key ${KEY}, ${SECRET}` }, { status: 401 }),
    "http",
  ],
  [
    "its code",
    () => Response.json({ error: { message: "no", code: KEY } }, { status: 401 }),
    "http",
  ],
  ["words that are no JSON", () => new Response(null, { status: 403, statusText: KEY }), "http"],
  ["an error at 200", () => Response.json({ error: { message: `${KEY} ${SECRET}` } }), "format"],
  ["an answer that breaks off", () => new Response(`{"data":[{"embedding":[${KEY}`), "format"],
  ["a vector", () => new Response(`{"data":[{"embedding":[1 ${KEY} ${SECRET}]}]}`), "format"],
  [
    "the error of fetch",
    () => Promise.reject(new TypeError(`error sending request for ?api_key=${SECRET}, ${KEY}`)),
    "network",
  ],
  [
    "a redirect",
    () =>
      new Response(null, {
        status: 302,
        headers: { location: `/login?key=${KEY}&api_key=${SECRET}` },
      }),
    "http",
  ],
];

for (const [where, answer, code] of REPEATS) {
  Deno.test(`OpenAICompatibleEmbeddingClient takes its secrets out of ${where}`, async () => {
    using _server = stubServer(answer);
    const baseUrl = `${REMOTE}?api_key=${SECRET}`;
    const client = makeOpenAIClient({ baseUrl, allowRemote: true, apiKey: KEY });
    for (const call of [() => client.embedBatch(["a"]), () => client.models()]) {
      const error = await failureOf(call);
      if (code !== "format") assertStrictEquals(error.code, code);
      const shown = [Deno.inspect(error), JSON.stringify(error), error.stack, String(error.cause)];
      for (const secret of [KEY, SECRET]) {
        assert(!shown.join("\n").includes(secret), shown.join("\n"));
      }
    }
  });
}
