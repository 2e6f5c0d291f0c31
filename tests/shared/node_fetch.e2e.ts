// Copyright 2026 the Rivulet authors. MIT license.

// The way around a proxy in Deno, against a server on bare TCP.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import process from "node:process";
import { BodyReader, readableBody } from "../../_shared/body_reader.ts";
import type { FetchLikeInit } from "../../_shared/fetch_like.ts";
import { nodeFetch } from "../../_shared/node_fetch.ts";
import { startLoopback } from "../support/loopback.ts";

const fetch = nodeFetch(process);

function post(signal = new AbortController().signal): FetchLikeInit {
  const headers = { "Content-Type": "application/json" };
  return { method: "POST", headers, body: '{"model":"m"}', redirect: "manual", signal };
}

async function readAll(body: unknown): Promise<string> {
  const reader = new BodyReader(readableBody(body)!, 1024);
  let text = "";
  for (let bytes = reader.take(await reader.read()); bytes !== undefined;) {
    text += new TextDecoder().decode(bytes);
    bytes = reader.take(await reader.read());
  }
  return text;
}

Deno.test("nodeFetch() sends the request in origin form, and gives status, headers and body", async () => {
  await using server = startLoopback(() => ({
    status: 429,
    headers: { "retry-after": "3" },
    chunks: ["one ", "two"],
  }));
  const response = await fetch(`${server.base}/api/embed?x=1`, post());
  assertEquals([response.ok, response.status], [false, 429]);
  assertEquals(["Retry-After", "x-none"].map((name) => response.headers?.get(name)), ["3", null]);
  assertStrictEquals(await readAll(response.body), "one two");
  const [{ method, path, headers, body } = { headers: new Headers() }] = server.requests;
  assertEquals([method, path, body], ["POST", "/api/embed?x=1", '{"model":"m"}']);
  assertEquals(headers.get("content-type"), "application/json");
});

Deno.test("nodeFetch() sends a GET without a body", async () => {
  await using server = startLoopback(() => ({ chunks: ["{}"] }));
  const { signal } = new AbortController();
  const response = await fetch(`${server.base}/api/tags`, {
    method: "GET",
    redirect: "manual",
    signal,
  });
  assertStrictEquals(await readAll(response.body), "{}");
  const [request] = server.requests;
  assertEquals([request?.method, request?.headers.get("content-length")], ["GET", null]);
});

Deno.test("nodeFetch() follows no redirect", async () => {
  const headers = { location: "/elsewhere" };
  await using server = startLoopback(() => ({ status: 307, headers, chunks: [] }));
  const response = await fetch(server.base, post());
  await readAll(response.body);
  assertEquals([response.status, server.requests.length], [307, 1]);
});

Deno.test("nodeFetch() closes the connection of a silent server when it is aborted", async () => {
  await using server = startLoopback(() => undefined);
  const controller = new AbortController();
  const rejected = assertRejects(() => fetch(server.base, post(controller.signal)), Error);
  await server.asked(0);
  controller.abort();
  assertStrictEquals((await rejected).name, "AbortError");
  await server.clientGone(0);
});

Deno.test("nodeFetch() closes the connection of a body that nobody reads when it is aborted", async () => {
  await using server = startLoopback(() => ({ chunks: ["begun"], end: "open" }));
  const controller = new AbortController();
  await fetch(server.base, post(controller.signal));
  controller.abort();
  await server.clientGone(0);
});

Deno.test("nodeFetch() closes the connection of a body that is cancelled", async () => {
  await using server = startLoopback(() => ({ chunks: ["begun"], end: "open" }));
  const response = await fetch(server.base, post());
  const reader = new BodyReader(readableBody(response.body)!, 1024);
  await reader.read();
  reader.cancel();
  await server.clientGone(0);
});

Deno.test("nodeFetch() tells of a body that breaks, and asks no second time", async () => {
  await using server = startLoopback(() => ({ chunks: ["begun"], end: "reset" }));
  const response = await fetch(server.base, post());
  await assertRejects(() => readAll(response.body), Error);
  assertStrictEquals(server.requests.length, 1);
});

Deno.test("nodeFetch() rejects with the words of the system where nobody listens", async () => {
  const error = await assertRejects(() => fetch("http://127.0.0.1:1/", post()), Error);
  assertStrictEquals(error.message, "connect ECONNREFUSED 127.0.0.1:1");
});

/** What a server does with each request, by its number, on whichever connection. */
type Behaviour = (index: number) => "answer" | "close";

/** A server that keeps its connections open, and tells how many there were. */
function startKeeping(behave: Behaviour) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const seen = { connections: 0, requests: 0 };
  const open: Deno.Conn[] = [];
  const answer = new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  async function serve(connection: Deno.Conn): Promise<void> {
    seen.connections++;
    const buffer = new Uint8Array(4096);
    while (await connection.read(buffer).catch(() => null) !== null) {
      if (behave(seen.requests++) === "close") return connection.close();
      await connection.write(answer);
    }
  }
  const accepting = (async () => {
    for await (const connection of listener) {
      open.push(connection);
      serve(connection).catch(() => {});
    }
  })();
  return {
    base: `http://127.0.0.1:${listener.addr.port}`,
    seen,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
      for (const connection of open) {
        try {
          connection.close();
        } catch {
          // Closed already.
        }
      }
    },
  };
}

const keeping = { sanitizeResources: false, sanitizeOps: false };

Deno.test("nodeFetch() asks again over the connection of the answer before", keeping, async () => {
  await using server = startKeeping(() => "answer");
  for (let count = 0; count < 3; count++) {
    assertStrictEquals(await readAll((await fetch(server.base, post())).body), "ok");
  }
  assertEquals(server.seen, { connections: 1, requests: 3 });
});

Deno.test(
  "nodeFetch() takes a new connection where the server has closed the kept one",
  keeping,
  async () => {
    await using server = startKeeping((index) => index === 1 ? "close" : "answer");
    for (let count = 0; count < 2; count++) {
      assertStrictEquals(await readAll((await fetch(server.base, post())).body), "ok");
    }
    assertEquals(server.seen, { connections: 2, requests: 3 });
  },
);

Deno.test(
  "nodeFetch() rejects where a new connection is closed without an answer",
  keeping,
  async () => {
    await using server = startKeeping(() => "close");
    await assertRejects(() => fetch(server.base, post()), Error);
    assertEquals(server.seen, { connections: 1, requests: 1 });
  },
);
