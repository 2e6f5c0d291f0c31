// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { AimockServer } from "../support/aimock.ts";
import { answerChunks } from "../support/ask.ts";
import { type ChatRun, runChat } from "../support/chat_program.ts";
import { closedPort, type LoopbackResponse, startLoopback } from "../support/loopback.ts";

const QUESTION = "fast way to search code from the terminal";

/** A server of the chat completions protocol: what it answers at each path. */
function startServer(paths: Record<string, LoopbackResponse | "reset" | undefined>) {
  return startLoopback(({ path }) => path in paths ? paths[path] : { status: 404, chunks: ["{}"] });
}

function json(value: unknown, status = 200): LoopbackResponse {
  return { status, chunks: [JSON.stringify(value)] };
}

function models(owner?: string): LoopbackResponse {
  return json({ data: [{ id: "qwen", ...(owner === undefined ? {} : { owned_by: owner }) }] });
}

const ANSWER: LoopbackResponse = { chunks: answerChunks("local-b", ["Take ", "[1]"]) };

async function ask(base: string, ...args: string[]): Promise<ChatRun> {
  return await runChat([
    "--rank",
    "keyword",
    "--provider",
    "local-b",
    "--base-url",
    base,
    ...args,
    QUESTION,
  ]);
}

const names: [what: string, name: string, paths: Record<string, LoopbackResponse>][] = [
  ["the owner of LM Studio's models", "lm studio", { "/v1/models": models("organization_owner") }],
  ["the owner of llama.cpp's models", "llama.cpp", { "/v1/models": models("llamacpp") }],
  ["the owner of vLLM's models", "vllm", { "/v1/models": models("vllm") }],
  ["/props of llama.cpp", "llama.cpp", {
    "/v1/models": models(),
    "/props": json({ default_generation_settings: {}, total_slots: 1 }),
  }],
  ["/version of vLLM", "vllm", { "/v1/models": models("me"), "/version": json({ version: "1" }) }],
  ["nothing", "local server", { "/v1/models": models("somebody") }],
  ["pages in place of /props and /version", "local server", {
    "/v1/models": models(),
    "/props": { chunks: ["<html>"] },
    "/version": { chunks: ["null"] },
  }],
];

for (const [what, name, paths] of names) {
  Deno.test(`chat names a server by ${what}: ${name}`, async () => {
    await using server = startServer({ ...paths, "/v1/chat/completions": ANSWER });
    const { code, stdout, stderr } = await ask(server.base);
    assertEquals([code, stdout], [0, "Take [1]\n"]);
    assertStringIncludes(stderr, `\n${name} qwen at ${new URL(server.base).host}\n`);
  });
}

Deno.test("chat does not wait for /props and /version that never come", async () => {
  await using server = startServer({
    "/v1/models": models(),
    "/props": undefined,
    "/version": undefined,
    "/v1/chat/completions": ANSWER,
  });
  const { code, stdout } = await ask(server.base);
  assertEquals([code, stdout], [0, "Take [1]\n"]);
});

Deno.test("chat gives no commands of LM Studio for a server that is another", async () => {
  await using server = startServer({ "/v1/models": models("llamacpp") });
  const { code, stderr } = await ask(server.base, "--model", "phi");
  assertEquals(code, 1);
  assertStringIncludes(stderr, "phi is not installed. Pick one you have (qwen).\n");
  assert(!stderr.includes("lms"), stderr);
});

Deno.test("chat says where to look when nothing answers at an odd port", async () => {
  const base = `http://127.0.0.1:${closedPort()}`;
  const { code, stderr } = await ask(base);
  assertEquals(code, 1);
  assertMatch(stderr, /Nothing answers at \S+\. Start the server there, or check the address\.\n$/);
});

for (const path of ["/v1/models", "/v1/chat/completions"]) {
  Deno.test(`chat leads from a 401 of ${path} to the provider that sends a key`, async () => {
    const refusal = json({ error: { message: "Invalid API Key" } }, 401);
    await using server = startServer({ "/v1/models": models("llamacpp"), [path]: refusal });
    const { code, stderr } = await ask(server.base);
    assertEquals(code, 1);
    const { host } = new URL(server.base);
    assertStringIncludes(
      stderr,
      `${host} asks for a key. Set RIVULET_API_KEY to it and add --provider openai ` +
        `--base-url ${server.base} --model `,
    );
    assertStringIncludes(stderr, "The server says: Invalid API Key\n");
  });

  Deno.test(`chat says in those words that a server loads its model, by ${path}`, async () => {
    const loading = json(
      { error: { code: 503, message: "Loading model", type: "unavailable_error" } },
      503,
    );
    await using server = startServer({ "/v1/models": models("llamacpp"), [path]: loading });
    const { code, stderr } = await ask(server.base);
    assertEquals(code, 1);
    assertStringIncludes(
      stderr,
      `${new URL(server.base).host} is loading the model. Try again in a moment.\n` +
        "The server says: Loading model\n",
    );
  });
}

Deno.test("chat asks at the address that the advice after a 401 names, with the key", async () => {
  await using server = startLoopback(({ headers }) =>
    headers.get("authorization") === "Bearer key-rivulet-1" ? ANSWER : json({}, 401)
  );
  const args = ["--provider", "standard-compatible", "--base-url", server.base, "--model", "qwen"];
  const { code, stdout } = await runChat([...args, QUESTION], { RIVULET_API_KEY: "key-rivulet-1" });
  assertEquals([code, stdout], [0, "Take [1]\n"]);
});

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index} `);

function cutAfter(count: number): LoopbackResponse {
  return { chunks: answerChunks("local-b", words(count)).slice(0, -1), end: "reset" };
}

const broken: [what: string, answer: LoopbackResponse | "reset", message: string][] = [
  ["after 20 words", cutAfter(20), "qwen stopped answering after 20 words.\n"],
  ["after one word", cutAfter(1), "qwen stopped answering after 1 word.\n"],
  ["before the first word", cutAfter(0), "qwen ended the connection without an answer.\n"],
  ["before the answer", "reset", "qwen ended the connection without an answer.\n"],
];

for (const [what, answer, message] of broken) {
  Deno.test(`chat says in plain words that the connection broke ${what}, and exits with 1`, async () => {
    await using server = startServer({
      "/v1/models": models("llamacpp"),
      "/v1/chat/completions": answer,
    });
    const { code, stderr } = await ask(server.base);
    assertEquals(code, 1);
    assert(stderr.endsWith(`\n${message}`), stderr);
  });
}

Deno.test("chat says in plain words that a server of another project broke off", async () => {
  await using server = await AimockServer.start({ chunkSize: 4 });
  const content = "one two three four five six";
  server.mock.on(
    { model: "llama3.1:8b", userMessage: QUESTION },
    { content },
    { latency: 5, truncateAfterChunks: 4 },
  );
  const { code, stdout, stderr } = await runChat([
    "--rank",
    "keyword",
    "--provider",
    "local-a",
    "--base-url",
    server.mock.url,
    QUESTION,
  ]);
  assertEquals(code, 1);
  assertMatch(stdout, /^one two[a-z ]*\n$/);
  const count = stdout.trim().split(" ").length;
  assert(stderr.endsWith(`\nllama3.1:8b stopped answering after ${count} words.\n`), stderr);
});

Deno.test("chat sends the system prompt and the limit of tokens", async () => {
  await using server = startServer({
    "/v1/models": models("llamacpp"),
    "/v1/chat/completions": ANSWER,
  });
  await ask(server.base, "--system", "Answer in French", "--max-tokens", "9");
  const body = JSON.parse(server.requests.at(-1)!.body);
  assertEquals([body.max_tokens, body.messages[0].content.includes("Answer in French")], [9, true]);
  await using ollama = startLoopback(({ path }) =>
    path === "/api/tags"
      ? json({ models: [{ name: "m" }] })
      : { chunks: answerChunks("local-a", ["a"]) }
  );
  const place = ["--provider", "local-a", "--base-url", ollama.base];
  await runChat(["--rank", "keyword", ...place, "--max-tokens", "9", QUESTION]);
  assertEquals(JSON.parse(ollama.requests.at(-1)!.body).options, { num_predict: 9 });
});

Deno.test("chat gives a long question room in Ollama, and says what another server may cut", async () => {
  const input = "a line of a log that says something. ".repeat(400);
  await using ollama = startLoopback(({ path }) =>
    path === "/api/tags"
      ? { chunks: ['{"models":[{"name":"llama3.1:8b"}]}'] }
      : { chunks: answerChunks("local-a", ["Take [1]"]) }
  );
  const args = ["--rank", "keyword", "--provider"];
  const place = ["local-a", "--base-url", ollama.base];
  const long = await runChat([...args, ...place, "-"], {}, { input });
  assertEquals(JSON.parse(ollama.requests.at(-1)!.body).options, { num_ctx: 8192 });
  assertStringIncludes(
    long.stderr,
    "The question is long: llama3.1:8b is loaded with room for 8,192 tokens.\n",
  );
  await runChat([...args, ...place, "--max-tokens", "9", "-"], {}, { input });
  const { options } = JSON.parse(ollama.requests.at(-1)!.body);
  assertEquals(options, { num_predict: 9, num_ctx: 8192 });
  const short = await runChat([...args, ...place, QUESTION]);
  assertEquals(JSON.parse(ollama.requests.at(-1)!.body).options, undefined);
  assert(!short.stderr.includes("is long"), short.stderr);
  await using other = startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] }
      : { chunks: answerChunks("local-b", ["Take [1]"]) }
  );
  const { stderr } = await runChat([...args, "local-b", "--base-url", other.base, "-"], {}, {
    input,
  });
  assertStringIncludes(
    stderr,
    "The question is long: llama.cpp may cut it unless qwen is loaded with room for 8,192 tokens.\n",
  );
});
