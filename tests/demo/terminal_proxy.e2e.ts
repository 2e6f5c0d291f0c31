// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStringIncludes } from "@std/assert";
import { answerChunks } from "../support/ask.ts";
import { keptFolder, runChat } from "../support/chat_program.ts";
import { type LoopbackServer, startLoopback } from "../support/loopback.ts";

/** A proxy that answers everything itself, as one that poses as the local server would. */
function startProxy(): LoopbackServer {
  return startLoopback(() => ({ chunks: ['{"models":[{"name":"posing"}]}'] }));
}

function startOllama(): LoopbackServer {
  return startLoopback(({ path, body }) => {
    if (path === "/api/tags") {
      return { chunks: ['{"models":[{"name":"llama3.1:8b"},{"name":"test-embed"}]}'] };
    }
    if (path === "/api/chat") return { chunks: answerChunks("local-a", ["Take [1]"]) };
    const { input } = JSON.parse(body) as { input: string[] };
    return { chunks: [JSON.stringify({ embeddings: input.map(() => [1, 0]) })] };
  });
}

function proxied({ base }: LoopbackServer, noProxy: Record<string, string>) {
  const names = ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"];
  // Deno itself looks for a newer Deno now and then.
  const quiet = { DENO_NO_UPDATE_CHECK: "1" };
  return { ...Object.fromEntries(names.map((name) => [name, base])), ...quiet, ...noProxy };
}

const hosts: [host: string, isListening: boolean][] = [
  ["127.0.0.1", true],
  ["localhost", true],
  ["localhost.", false],
  ["0.0.0.0", Deno.build.os === "linux"],
  ["127.0.0.2", false],
  ["[::1]", false],
];

for (const [host, isListening] of hosts) {
  Deno.test(`chat reaches ${host} around a proxy`, async () => {
    using folder = keptFolder();
    await using proxy = startProxy();
    await using ollama = startOllama();
    const base = ollama.base.replace("127.0.0.1", host);
    const args = ["--folder", folder.path, "--provider", "local-a", "--base-url", base];
    for (const noProxy of [{}, { NO_PROXY: "example.com" }, { no_proxy: "example.com" }]) {
      const env = proxied(proxy, { NO_PROXY: "", no_proxy: "", ...noProxy });
      const run = await runChat([...args, "photo album"], env, { task: "chat:remote" });
      assertEquals(proxy.requests.map(({ path }) => path), [], run.stderr);
      if (isListening) assertEquals([run.code, run.stdout], [0, "Take [1]\n"], run.stderr);
      else assertEquals(run.code, 1, run.stdout);
    }
  });
}

Deno.test("chat leaves other hosts to the proxy", async () => {
  using folder = keptFolder();
  await using proxy = startLoopback(() => ({ chunks: ["[]"] }));
  const args = ["--folder", folder.path, "--user", "ana", "q"];
  const env = { ...proxied(proxy, { NO_PROXY: "" }), GITHUB_API_URL: "http://github.test/api" };
  const { stderr } = await runChat(args, env, { task: "chat:remote" });
  assertStringIncludes(stderr, "@ana has no public stars");
  assertEquals(proxy.requests.map(({ path }) => new URL(path).host), ["github.test"]);
});
