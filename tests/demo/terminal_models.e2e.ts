// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { runChat } from "../support/chat_program.ts";
import { startLoopback } from "../support/loopback.ts";

const TAGS = JSON.stringify({
  models: [
    { name: "llama3.1:8b", size: 4_920_000_000 },
    { name: "all-minilm:latest", size: 46_000_000 },
  ],
});

function startServer() {
  return startLoopback(({ path }) => {
    if (path === "/api/tags") return { chunks: [TAGS] };
    if (path === "/v1/models") {
      return { chunks: ['{"data":[{"id":"qwen","owned_by":"llamacpp"}]}'] };
    }
    return { status: 404, chunks: ["{}"] };
  });
}

Deno.test("chat --models lists the models of the server that was named", async () => {
  await using server = startServer();
  const place = ["--base-url", server.base];
  const ollama = await runChat(["--models", "--provider", "ollama", ...place]);
  assertEquals([ollama.code, ollama.stderr, ollama.stdout], [
    0,
    "",
    "ollama     llama3.1:8b        4.9 GB\n" +
    "ollama     all-minilm:latest  0.0 GB, embedding model\n",
  ]);
  const json = await runChat(["--models", "--json", "--provider", "lm-studio", ...place]);
  assertEquals(JSON.parse(json.stdout), {
    type: "model",
    provider: "local-b",
    name: "llama.cpp",
    model: "qwen",
    baseUrl: server.base,
    embeds: false,
    owner: "llamacpp",
  });
  const env = { RIVULET_API_KEY: "key-of-the-test" };
  const remote = await runChat(["--models", "--provider", "openai", ...place], env);
  assertEquals([remote.code, remote.stdout], [0, "openai     qwen\n"]);
  assertEquals(server.requests.at(-1)!.headers.get("authorization"), "Bearer key-of-the-test");
});

Deno.test("chat --models takes the servers of this machine, Ollama where OLLAMA_HOST says", async () => {
  await using server = startServer();
  const env = { OLLAMA_HOST: new URL(server.base).host.replace("127.0.0.1", "0.0.0.0") };
  const { code, stdout } = await runChat(["--models"], env);
  assertEquals(code, 0);
  assertStringIncludes(stdout, "ollama     llama3.1:8b        4.9 GB\n");
});

Deno.test("chat --models says what is wrong", async () => {
  const noKey = await runChat(["--models", "--provider", "openai"]);
  assertEquals(noKey.code, 2);
  assertStringIncludes(noKey.stderr, "Set RIVULET_API_KEY");
  await using server = startLoopback(({ headers }) => ({
    status: headers.get("authorization") === "Bearer known" ? 404 : 401,
    chunks: ["{}"],
  }));
  const args = ["--models", "--provider", "openai", "--base-url", server.base];
  const { host } = new URL(server.base);
  const refused = await runChat(args, { RIVULET_API_KEY: "wrong" });
  assertEquals([refused.code, refused.stderr], [1, `${host} refused the key.\n`]);
  const none = await runChat(args, { RIVULET_API_KEY: "known" });
  assertEquals([none.code, none.stderr], [1, `${host} does not list its models.\n`]);
});

Deno.test("chat asks the Ollama of OLLAMA_HOST", async () => {
  await using server = startServer();
  const { host, port } = new URL(server.base);
  const { code, stderr } = await runChat(
    ["--rank", "keyword", "--provider", "ollama", "search code"],
    { OLLAMA_HOST: `:${port}` },
  );
  assertEquals(code, 1);
  assertStringIncludes(stderr, `ollama llama3.1:8b at ${host.replace("127.0.0.1", "localhost")}\n`);
});
