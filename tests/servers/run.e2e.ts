// Copyright 2026 the Rivulet authors. MIT license.

// The run itself, against imitations: that it sees what holds and what does not.

import { assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { type CommandResult, root, runCommand } from "../support/commands.ts";
import { certificate, trust } from "../programs/certificate.ts";
import { startEngine, startStub } from "../support/page_servers.ts";

/** Runs a task with its very flags. */
async function run(
  flags: string[],
  task: "test:servers" | "test:servers:start" = "test:servers",
  env: Record<string, string> = {},
): Promise<CommandResult> {
  const [, ...command] = config.tasks[task].command.split(" ");
  return await runCommand([Deno.execPath(), ...command, ...flags], root, { env });
}

/** A body of chat completions: one chunk for each text, and the marker unless it is left out. */
function streamOf(texts: readonly string[], { marker = true } = {}): Response {
  const chunks = texts.map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
  const lines = [...chunks.map((chunk) => JSON.stringify(chunk)), ...(marker ? ["[DONE]"] : [])];
  return new Response(lines.map((line) => `data: ${line}\n\n`).join(""));
}

/** The list of a server with one model. */
function listOf(...ids: string[]): Response {
  return Response.json({ data: ids.map((id) => ({ id })) });
}

Deno.test("test:servers passes what holds, in both protocols, and counts it", async () => {
  await using engine = startEngine({ models: ["gemma"], tokens: ["One", " two", " three"] });
  const flags = ["--ollama", engine.base, "--openai", `${engine.base}/v1`, "--only", "raw bytes"];
  const { ok, stdout } = await run(flags);
  assertMatch(stdout, /with gemma\n\nok {4}tokens are those of the raw bytes.*\n {8}3 tokens/);
  assertMatch(stdout, /\n2 passed, 0 failed, 0 skipped\n$/);
  assertEquals(ok, true);
});

Deno.test("test:servers fails what does not hold", async () => {
  await using engine = startEngine({ models: ["gemma"], tokens: ["1", "2", "3", "4", "5"] });
  const { ok, stdout } = await run(["--openai", engine.base, "--only", "finish reason"]);
  assertMatch(stdout, /FAIL {2}the finish reason is told/);
  assertMatch(stdout, /\n0 passed, 1 failed, 0 skipped\n$/);
  assertEquals(ok, false);
});

Deno.test("test:servers tells a server that does not say where it cut an answer", async () => {
  await using engine = startEngine({ models: ["gemma"], tokens: ["1", "2", "3"] });
  const { ok, stdout } = await run(["--openai", engine.base, "--only", "finish reason"]);
  assertMatch(stdout, /ok {4}the finish reason is told\n {8}cut after 3 tokens: no reason\n/);
  assertMatch(stdout, /its habit: does not say that it cut an answer\n/);
  assertEquals(ok, true);
});

Deno.test("test:servers says why it skips, and does not pass where nothing was checked", async () => {
  await using engine = startEngine({ models: ["gemma"] });
  const { ok, stdout } = await run(["--openai", engine.base, "--only", "wrong key"]);
  assertMatch(stdout, /skip {2}a wrong key is refused.*\n {8}asked without a key/);
  assertEquals(ok, false);
});

Deno.test("test:servers names its flags where none is given, and a server that is not there", async () => {
  const usage = await run([]);
  assertMatch(usage.stderr, /--ollama ADDRESS/);
  assertEquals(usage.ok, false);
  const silent = await run(["--openai", "http://127.0.0.1:9"]);
  assertMatch(silent.stderr, /Nothing that lists its models answers at http:\/\/127\.0\.0\.1:9/);
  assertEquals(silent.ok, false);
});

Deno.test("test:servers checks under the permission for the server, and nothing more", async () => {
  await using engine = startEngine({ models: ["gemma"] });
  const { ok, stdout } = await run(["--openai", engine.base, "--only", "nothing more"]);
  assertMatch(
    stdout,
    new RegExp(`ok {4}the permission .*\n +--allow-net=127.0.0.1:${engine.port}\n`),
  );
  assertEquals(ok, true);
});

Deno.test("test:servers names the tasks for other hosts and for commands, and does neither", async () => {
  const { ok, stderr } = await run(["--openai", "https://rivulet.test"]);
  assertMatch(stderr, /^Use deno task test:servers:remote, .* "rivulet\.test:443"$/m);
  assertEquals(ok, false);
  const command = await run(["--openai", "http://127.0.0.1:9", "--openai-start", "true"]);
  assertMatch(command.stderr, /^Use deno task test:servers:start, /m);
  assertEquals(command.ok, false);
});

Deno.test("test:servers skips the stop while a prompt is read where the answer has ended before", async () => {
  await using server = startStub(({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/slots") return Response.json([{ "is_processing": false }]);
    if (pathname === "/v1/models") return Response.json({ data: [{ id: "gemma" }] });
    return new Response("data: [DONE]\n\n");
  });
  const flags = ["--openai", server.base, "--only", "reads the prompt", "--only", "nothing more"];
  const { ok, stdout } = await run(flags);
  assertMatch(stdout, /skip {2}a stop while it reads the prompt .*\n {8}the server had read/);
  assertMatch(stdout, /\n1 passed, 0 failed, 1 skipped\n$/);
  assertEquals(ok, true);
});

Deno.test("test:servers:start says in a sentence that the server it would start is up already", async () => {
  await using engine = startEngine({ models: ["gemma"] });
  const flags = ["--openai", engine.base, "--openai-start", "true"];
  const { ok, stderr } = await run(flags, "test:servers:start");
  assertMatch(stderr, /^Stop the server at this address, the run starts one by your command$/m);
  assertEquals(/^ +at /m.test(stderr), false);
  assertEquals(ok, false);
});

Deno.test("test:servers:start tells the last words of a command that ends before it answers", async () => {
  const command = "sh -c 'echo no such model >&2; exit 3'";
  const flags = ["--openai", "http://127.0.0.1:9", "--openai-start", command];
  const { ok, stderr } = await run(flags, "test:servers:start");
  assertMatch(stderr, /^The command ended with code 3: no such model$/m);
  assertEquals(ok, false);
});

Deno.test("test:servers takes an answer without a marker, in other pieces each time or in one, as a habit", async () => {
  let asked = 0;
  await using server = startStub(({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/v1/models") return listOf("gemma");
    return streamOf(asked++ % 2 === 0 ? ["One two"] : ["One", " two"], { marker: false });
  });
  const flags = ["--openai", server.base, "--only", "raw bytes", "--only", "the same answer twice"];
  const { ok, stdout } = await run(flags);
  assertMatch(stdout, /ok {4}tokens are those of the raw bytes/);
  assertMatch(stdout, /its habit: sends the answer in one piece/);
  assertMatch(stdout, /its habit: ends without a marker: eof/);
  assertMatch(stdout, /ok {4}temperature 0 and a seed/);
  assertEquals(ok, true, stdout);
});

Deno.test("test:servers skips the stop of an answer that has come to its end before", async () => {
  await using server = startStub(({ url }) =>
    new URL(url).pathname === "/v1/models" ? listOf("gemma") : streamOf(["One two"])
  );
  const { stdout } = await run(["--openai", server.base, "--only", "while it decodes"]);
  assertMatch(stdout, /skip {2}a stop while it decodes .*\n {8}the answer had ended before/);
});

Deno.test("test:servers asks a server whose list fails, once its model is named", async () => {
  await using engine = startEngine({ listStatus: 500, tokens: ["One", " two"] });
  const flags = ["--openai", engine.base, "--only", "raw bytes", "--only", "models()"];
  const unnamed = await run(flags);
  assertMatch(unnamed.stderr, /^Nothing that lists .*: name a model with --chat-model /m);
  assertEquals(unnamed.ok, false);
  const { ok, stdout } = await run([...flags, "--chat-model", "gemma"]);
  assertMatch(stdout, /ok {4}tokens are those of the raw bytes/);
  assertMatch(stdout, /skip {2}models\(\) lists the models\n {8}it lists no models: http 500/);
  assertEquals(ok, true, stdout);
});

Deno.test("test:servers counts the connections of a server over TLS, which gets its own name", async () => {
  const hosts: (string | null)[] = [];
  const controller = new AbortController();
  const server = Deno.serve({
    ...certificate,
    hostname: "localhost",
    port: 0,
    onListen: () => {},
    signal: controller.signal,
  }, async (request) => {
    await request.text();
    if (request.method === "GET") return listOf("gemma");
    hosts.push(request.headers.get("host"));
    return streamOf(["One", " two"]);
  });
  const base = `https://localhost:${server.addr.port}`;
  const flags = ["--openai", base, "--only", "one question after another"];
  const { ok, stdout } = await run(flags, "test:servers", trust.Deno);
  controller.abort();
  await server.finished;
  assertMatch(stdout, /ok {4}connections serve .*\n {8}3 questions over/);
  assertEquals(ok, true, stdout);
  assertEquals([...new Set(hosts)], [`localhost:${server.addr.port}`]);
});

Deno.test("test:servers sends the headers that a gateway wants", async () => {
  await using server = startStub(({ url, headers }) => {
    if (headers.get("x-gateway") !== "a: b") return new Response(null, { status: 400 });
    return new URL(url).pathname === "/v1/models" ? listOf("gemma") : streamOf(["One", " two"]);
  });
  const flags = ["--openai", server.base, "--header", "x-gateway: a: b", "--only", "raw bytes"];
  const { ok, stdout } = await run(flags);
  assertEquals(ok, true, stdout);
  const wrong = await run(["--openai", server.base, "--header", "x-gateway"]);
  assertMatch(wrong.stderr, /^Write --header as NAME:VALUE, not "x-gateway"$/m);
});

Deno.test("test:servers checks vectors of chat completions' protocol, without a model to chat with", async () => {
  await using server = startStub(({ method, url }, body) => {
    if (method === "GET" && !url.endsWith("/models")) return new Response(null, { status: 404 });
    if (method === "GET") return listOf("all-minilm");
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => ({ index, embedding: [text.length, 1, index % 1] }));
    return Response.json({ data });
  });
  const { ok, stdout } = await run(["--openai", server.base, "--only", "one by one"]);
  assertMatch(stdout, /with all-minilm\n\nok {4}a batch gives what one by one gives/);
  assertEquals(ok, true, stdout);
});

Deno.test("test:servers takes counts of nothing for none", async () => {
  await using server = startStub(({ method, url }) => {
    if (method === "GET" && !url.endsWith("/models")) return new Response(null, { status: 404 });
    if (method === "GET") return listOf("gemma");
    const choices = [{ index: 0, delta: { content: "Lethe" } }];
    const usage = { "prompt_tokens": 0, "completion_tokens": 0 };
    return new Response(`data: ${JSON.stringify({ choices, usage })}\n\ndata: [DONE]\n\n`);
  });
  const { ok, stdout } = await run(["--openai", server.base, "--only", "said before"]);
  assertMatch(
    stdout,
    /ok {4}what was said before is sent\n {8}"Lethe"\n {8}its habit: does not count/,
  );
  assertEquals(ok, true, stdout);
});

Deno.test("test:servers tells tool calls, what was said before, and the first of two choices", async () => {
  await using server = startStub(({ method, url }, body) => {
    if (method === "GET" && !url.endsWith("/models")) return new Response(null, { status: 404 });
    if (method === "GET") return listOf("gemma");
    const { messages, tools, n } = JSON.parse(body) as {
      messages: unknown[];
      tools?: unknown;
      n?: number;
    };
    const call = { index: 0, function: { name: "river_length", arguments: '{"river' } };
    const usage = { "prompt_tokens": messages.length, "completion_tokens": 1 };
    const choices = [
      { index: 0, delta: tools === undefined ? { content: "Nile" } : { "tool_calls": [call] } },
      ...(n === 2 ? [{ index: 1, delta: { content: "Oder" } }] : []),
    ];
    const lines = [{ choices }, { choices: [], usage }].map((chunk) => JSON.stringify(chunk));
    return new Response([...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join(""));
  });
  const only = ["tool calls", "said before", "two choices"].flatMap((name) => ["--only", name]);
  const { ok, stdout } = await run(["--openai", server.base, ...only]);
  assertMatch(stdout, /ok {4}what was said before is sent/);
  assertMatch(stdout, /ok {4}tool calls are told\n {8}river_length\(\{"river\)/);
  assertMatch(stdout, /ok {4}of two choices the first is read\n {8}1 texts .*, 1 chunks/);
  assertEquals(ok, true, stdout);
});
