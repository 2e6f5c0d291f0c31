// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { answerChunks } from "../support/ask.ts";
import { keptFolder, runChat, startChat } from "../support/chat_program.ts";
import { portsAreFree, startSilent, takePorts } from "../support/local_ports.ts";
import { startLoopback } from "../support/loopback.ts";
import { TextReader } from "../support/text_reader.ts";
import { hasTerminal, runInTerminal, startInTerminal } from "../support/pseudo_terminal.ts";

const QUESTION = "fast way to search code from the terminal";
const LM_STUDIO = { data: [{ id: "qwen", owned_by: "organization_owner" }] };

function tags(...names: string[]) {
  return { models: names.map((name) => ({ name })) };
}

function answer(provider: "local-a" | "local-b"): Response {
  return new Response(answerChunks(provider, ["Take ", "[1]"]).join(""));
}

Deno.test({
  name: "chat shows the matches before it waits for a silent port, and goes on without it",
  ignore: !portsAreFree || !hasTerminal,
  async fn() {
    await using _ports = takePorts({ ollama: "silent" });
    const program = startInTerminal([QUESTION], { columns: 80 });
    await program.shows("BurntSushi/ripgrep");
    const shownAt = performance.now();
    const { code, raw } = await program.end();
    assertEquals(code, 0);
    assert(performance.now() - shownAt > 1000, "The port was not waited for");
    assertStringIncludes(raw, "For an answer, start a local server");
  },
});

Deno.test({
  name: "chat asks LM Studio while Ollama's port is silent",
  ignore: !portsAreFree,
  async fn() {
    await using _ports = takePorts({
      ollama: "silent",
      lmStudio: (path) => path === "/v1/models" ? LM_STUDIO : answer("local-b"),
    });
    const { code, stdout, stderr } = await runChat([QUESTION]);
    assertEquals([code, stdout], [0, "Take [1]\n"]);
    assertStringIncludes(stderr, "lm studio qwen at localhost:1234\n");
  },
});

Deno.test({
  name: "chat asks LM Studio where Ollama has an embedding model alone",
  ignore: !portsAreFree,
  async fn() {
    await using _ports = takePorts({
      ollama: (path) => path === "/api/tags" ? tags("all-minilm:latest") : undefined,
      lmStudio: (path) => path === "/v1/models" ? LM_STUDIO : answer("local-b"),
    });
    const { code, stdout } = await runChat(["--rank", "keyword", QUESTION]);
    assertEquals([code, stdout], [0, "Take [1]\n"]);
  },
});

Deno.test({
  name: "chat asks the server that has the model",
  ignore: !portsAreFree,
  async fn() {
    await using _ports = takePorts({
      ollama: (path) => path === "/api/tags" ? tags("llama3.1:8b") : undefined,
      lmStudio: (path) => path === "/v1/models" ? LM_STUDIO : answer("local-b"),
    });
    const { code, stdout, stderr } = await runChat(["-m", "qwen", QUESTION]);
    assertEquals([code, stdout], [0, "Take [1]\n"], stderr);
  },
});

Deno.test({
  name: "chat names the models that are really there, and where",
  ignore: !portsAreFree,
  async fn() {
    await using _ports = takePorts({
      ollama: (path) => path === "/api/tags" ? tags("all-minilm", "gemma3:4b") : undefined,
      lmStudio: (path) => path === "/v1/models" ? LM_STUDIO : undefined,
    });
    const { code, stderr } = await runChat(["--rank", "keyword", "-m", "phi4", QUESTION]);
    assertEquals(code, 1);
    assertStringIncludes(
      stderr,
      "phi4 is not installed. Pick one you have (gemma3:4b in Ollama; qwen in LM Studio), " +
        "or run `ollama pull phi4`.\n",
    );
  },
});

Deno.test({
  name: "chat says what Ollama has where it has no model that answers",
  ignore: !portsAreFree,
  async fn() {
    await using _ports = takePorts({
      ollama: (path) => path === "/api/tags" ? tags("all-minilm") : undefined,
    });
    const { code, stdout, stderr } = await runChat(["--rank", "keyword", QUESTION]);
    assertEquals([code, stdout.split("\n").length], [0, 5]);
    assertStringIncludes(
      stderr,
      "Ollama has no model that answers (only all-minilm). Run `ollama pull llama3.1:8b`.\n",
    );
  },
});

Deno.test("chat tells once that it waits for a server that was named, and stops at SIGINT", async () => {
  await using server = startSilent();
  const host = new URL(server.base).host;
  const program = startChat(["--provider", "local-a", "--base-url", server.base, QUESTION]);
  const stderr = new TextReader(program.stderr);
  await stderr.until("Waiting for");
  program.kill("SIGINT");
  assertMatch(
    await stderr.rest(),
    new RegExp(`^Sample: [^]*\\nWaiting for llama3.1:8b at ${host} · \\d+ s\\nStopped\\.\\n$`),
  );
  await program.stdout.cancel();
  assertEquals((await program.status).code, 130);
});

Deno.test({
  name: "chat rewrites the line about a wait in a terminal, and Ctrl+C ends it",
  ignore: !hasTerminal,
  async fn() {
    await using server = startSilent();
    const host = new URL(server.base).host;
    const args = ["--provider", "local-a", "--base-url", server.base, QUESTION];
    const program = startInTerminal(args, { columns: 80 });
    await program.shows(`\rWaiting for llama3.1:8b at ${host} · 2 s\x1b[K`);
    await program.shows(`\rWaiting for llama3.1:8b at ${host} · 3 s\x1b[K`);
    await program.type("\x03");
    const { code, screen } = await program.end();
    assertEquals(code, 130);
    assert(!screen.some((line) => line.includes("Waiting for")), screen.join("\n"));
    assertEquals(screen.slice(-2), ["Stopped.", ""]);
  },
});

Deno.test({
  name: "chat ends at Ctrl+C while it looks for an embedding model",
  ignore: !portsAreFree || !hasTerminal,
  async fn() {
    await using _ports = takePorts({ ollama: "silent", lmStudio: "silent" });
    const program = startInTerminal([QUESTION], { columns: 80 });
    await program.shows("microsoft/vscode");
    await program.type("\x03");
    const { code, screen } = await program.end();
    assertEquals([code, screen.at(-2)], [130, "Stopped."]);
  },
});

Deno.test("chat tells that it waits for GitHub, and ends at SIGTERM", async () => {
  await using server = startSilent();
  using folder = keptFolder();
  const args = ["--folder", folder.path, "--user", "ana", "q"];
  const program = startChat(args, { GITHUB_API_URL: server.base });
  const stderr = new TextReader(program.stderr);
  await stderr.until(" s\n");
  program.kill("SIGTERM");
  assertMatch(await stderr.rest(), /^Waiting for 127\.0\.0\.1:\d+ · 2 s\nStopped\.\n$/);
  await program.stdout.cancel();
  assertEquals((await program.status).code, 143);
});

/** A llama.cpp that reads a prompt until it is told to go on. */
function startReading(goOn: Promise<unknown>) {
  return startLoopback(({ path }) => {
    if (path === "/v1/models") return { chunks: ['{"data":[{"id":"q","owned_by":"llamacpp"}]}'] };
    return { chunks: [goOn, ...answerChunks("local-b", ["Take [1]"])] };
  });
}

Deno.test("chat does not say that a server loads a model when it reads a long prompt", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using server = startReading(promise);
  const program = startChat(["--provider", "local-b", "--base-url", server.base, QUESTION]);
  const stderr = new TextReader(program.stderr);
  await stderr.until(" s\n");
  resolve();
  assertEquals(await new Response(program.stdout).text(), "Take [1]\n");
  assertMatch(await stderr.rest(), /\nWaiting for q at 127\.0\.0\.1:\d+ · \d s\n/);
  assert(!stderr.text.includes("loading"), stderr.text);
  await program.status;
});

Deno.test({
  name: "chat takes the line about a wait away before the answer",
  ignore: !hasTerminal,
  async fn() {
    const { promise, resolve } = Promise.withResolvers<void>();
    await using server = startReading(promise);
    const args = ["--provider", "local-b", "--base-url", server.base, QUESTION];
    const program = startInTerminal(args, { columns: 80 });
    await program.shows("· 2 s");
    resolve();
    const { code, screen } = await program.end();
    assertEquals(code, 0);
    assert(screen.includes("Take [1]"), screen.join("\n"));
    assert(!screen.some((line) => line.includes("Waiting")), screen.join("\n"));
  },
});

Deno.test({
  name: "chat tells in a terminal how far the reading of meanings is, and takes that away",
  ignore: !hasTerminal,
  async fn() {
    using folder = keptFolder();
    await using server = startLoopback(({ path, body }) => {
      if (path === "/api/tags") {
        return { chunks: [JSON.stringify(tags("llama3.1:8b", "test-embed"))] };
      }
      if (path === "/api/chat") return { chunks: answerChunks("local-a", ["Take [1]"]) };
      const { input } = JSON.parse(body) as { input: string[] };
      return { chunks: [JSON.stringify({ embeddings: input.map((text) => [text.length, 1]) })] };
    });
    const args = ["--folder", folder.path, "--provider", "local-a", "--base-url", server.base];
    const { code, raw, screen } = await runInTerminal([...args, QUESTION], { columns: 80 });
    assertEquals(code, 0);
    assertStringIncludes(raw, "\rReading meanings with test-embed: 64 of 240 · about ");
    assert(!screen.some((line) => line.includes("Reading")), screen.join("\n"));
  },
});
