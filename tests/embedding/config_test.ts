// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { stub } from "@std/testing/mock";
import { FakeTime } from "@std/testing/time";
import { EmbeddingError, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
import { BASE_URL, makeClient } from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { silence, stubServer } from "../support/stub_server.ts";

const ACCEPTED = [
  ...["http://localhost", "https://localhost", "HTTP://LOCALHOST:8080", "https://LocalHost"],
  ...["http://localhost:11434", "http://127.0.0.1:1", "https://127.0.0.1:65535"],
  ...["http://[::1]", "http://[::1]:11434"],
];

const REFUSED = [
  // No http, or no host.
  ...["", "localhost:11434", "http:localhost", "http:/localhost", "http:///localhost"],
  ...["ftp://localhost", "ws://localhost"],
  // Something before or behind the host and the port.
  ...["http://localhost/", "http://localhost:11434/"],
  ...["http://localhost?x=1", "http://localhost#x", "http://localhost\\@example.com"],
  ...["http://user@localhost", "http://user:secret@localhost:11434"],
  ...["http://localhost:11434 ", " http://localhost:11434", "http://localhost:11434\n"],
  // No port that can be connected to.
  ...["http://localhost:", "http://localhost:0", "http://localhost:-1", "http://localhost:80a"],
  ...["http://localhost:65536", "http://localhost:99999", "http://localhost:111111"],
  // Another host, or another name of this one.
  ...["http://localhost:11434@example.com", "https://example.com", "http://192.168.1.2:11434"],
  ...["http://localhost.", "http://localhost.example.com", "http://example.localhost"],
  ...["http://127.0.0.2", "http://127.1", "http://0.0.0.0:11434", "http://2130706433"],
  ...["http://::1", "http://[::2]", "http://[0:0:0:0:0:0:0:1]"],
  ...["http://host.docker.internal:11434", new URL(BASE_URL) as unknown as string],
];

for (const baseUrl of ACCEPTED) {
  Deno.test(`OllamaEmbeddingClient accepts the address ${JSON.stringify(baseUrl)}`, () => {
    makeClient(baseUrl);
  });
}

for (const baseUrl of REFUSED) {
  Deno.test(`OllamaEmbeddingClient refuses the address ${Deno.inspect(baseUrl)}`, () => {
    const error = assertThrows(() => makeClient(baseUrl), EmbeddingError);
    const message = "Local server endpoint must use localhost / 127.0.0.1 / [::1]";
    assertEquals([error.message, error.code], [message, "config"]);
  });
}

for (
  const [baseUrl, path] of [
    ["http://localhost:11434/v1", "/v1"],
    ["http://localhost/api", "/api"],
    ["HTTPS://[::1]:443/api/embed/", "/api/embed/"],
    ["http://127.0.0.1:11434/v1?key=secret", "/v1"],
  ] as const
) {
  Deno.test(`OllamaEmbeddingClient says that the path of ${baseUrl} is wrong, not its host`, () => {
    const error = assertThrows(() => makeClient(baseUrl), EmbeddingError);
    const message = `Local server endpoint must have no path, remove "${path}"`;
    assertEquals([error.message, error.code], [message, "config"]);
  });
}

for (const model of ["", "  \t\n", undefined, null, 7]) {
  Deno.test(`OllamaEmbeddingClient refuses the model ${JSON.stringify(model)}`, () => {
    const options = { baseUrl: BASE_URL, model: model as string, timeoutMs: 1000 };
    const error = assertThrows(() => new OllamaEmbeddingClient(options), EmbeddingError);
    const message = "Local server embedding model is required";
    assertEquals([error.message, error.code], [message, "config"]);
  });
}

Deno.test("OllamaEmbeddingClient trims the model", async () => {
  using server = stubServer(() => new Response(null, { status: 500 }));
  const client = new OllamaEmbeddingClient({ baseUrl: BASE_URL, model: " m\n", timeoutMs: 1000 });
  await failureOf(() => client.embedBatch(["a"]));
  assertStrictEquals(server.requests[0]?.body.model, "m");
});

for (const timeoutMs of [NaN, Infinity, -Infinity, undefined, "1000"]) {
  Deno.test(`OllamaEmbeddingClient refuses the time-out ${timeoutMs} (${typeof timeoutMs})`, () => {
    const options = { baseUrl: BASE_URL, model: "m", timeoutMs: timeoutMs as number };
    assertThrows(() => new OllamaEmbeddingClient(options), RangeError, "timeoutMs");
  });
}

for (const [given, used] of [[1000, 1000], [1500, 1500], [999, 1000], [0, 1000], [-5, 1000]]) {
  Deno.test(`OllamaEmbeddingClient waits ${used} ms for a time-out of ${given}`, async () => {
    using time = new FakeTime();
    using _server = stubServer(silence);
    let settled = false;
    const names = makeClient(BASE_URL, given).healthCheck().finally(() => settled = true);
    await time.tickAsync(used! - 1);
    assertStrictEquals(settled, false);
    await time.tickAsync(1);
    const { message, code } = await failureOf(() => names);
    assertEquals([message, code], [`Local server request timed out after ${used}ms`, "timeout"]);
  });
}

Deno.test("OllamaEmbeddingClient sets no timer of more than 31 bits, which would end at once", async () => {
  using _server = stubServer(() => Response.json({ models: [] }));
  using timers = stub(globalThis, "setTimeout", (() => 0) as unknown as typeof setTimeout);
  await makeClient(BASE_URL, 1e12).healthCheck();
  assertEquals(timers.calls.map((call) => call.args[1]), [2 ** 31 - 1]);
});
