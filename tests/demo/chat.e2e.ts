// Copyright 2026 the Rivulet authors. MIT license.

import {
  assert,
  assertEquals,
  assertMatch,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { toText } from "@std/streams";
import { vectorsFileOf } from "../../demo/terminal/kept_vectors.ts";
import { AimockServer } from "../support/aimock.ts";
import { answerChunks } from "../support/ask.ts";
import { runChat, startChat } from "../support/chat_program.ts";
import { hasGraphics } from "../support/graphics.ts";
import { closedPort, startLoopback } from "../support/loopback.ts";

const QUESTION = "fast way to search code from the terminal";

/** How many repositories of the sample fit the question. */
const COUNT = 4;

const LM_STUDIO_MODELS =
  '{"data":[{"id":"qwen","object":"model","owned_by":"organization_owner"}]}';

/** A server of the chat completions protocol that answers with these tokens. */
function startLmStudio(tokens: string[], end: "close" | "open" = "close") {
  return startLoopback(({ path }) => {
    if (path === "/v1/models") return { chunks: [LM_STUDIO_MODELS] };
    const chunks = answerChunks("local-b", tokens);
    return end === "close" ? { chunks } : { chunks: chunks.slice(0, -1), end };
  });
}

Deno.test("chat --matches writes what fits the question to stdout, and asks no model", async () => {
  const { code, stdout, stderr } = await runChat(["--matches", QUESTION]);
  assertStrictEquals(code, 0);
  const lines = stdout.trimEnd().split("\n");
  assertStrictEquals(lines.length, COUNT);
  assertMatch(lines[0]!, /^ {2}1 {2}BurntSushi\/ripgrep +Rust, 5\dk stars {2}Searches folders .+$/);
  assertStringIncludes(
    stderr,
    "Sample: 240 repositories, star counts of 2025-06   ranking: keyword",
  );
});

Deno.test("chat streams the answer to stdout and everything else to stderr", async () => {
  await using server = await AimockServer.start({ chunkSize: 5 });
  server.mock.on({ model: "llama3.1:8b", userMessage: QUESTION }, {
    content: "Start with BurntSushi/ripgrep [1], or [3].",
  });
  const { code, stdout, stderr } = await runChat([
    "--provider",
    "local-a",
    "--base-url",
    server.mock.url,
    QUESTION,
  ]);
  assertEquals([code, stdout], [0, "Start with BurntSushi/ripgrep [1], or [3].\n"]);
  assertStringIncludes(stderr, "  1  BurntSushi/ripgrep");
  assertStringIncludes(stderr, `ollama llama3.1:8b at ${new URL(server.mock.url).host}\n`);
  assertStringIncludes(
    stderr,
    "\n[1] BurntSushi/ripgrep  https://github.com/BurntSushi/ripgrep\n" +
      "[3] sharkdp/fd          https://github.com/sharkdp/fd\n",
  );
  assertMatch(stderr, /\n\nfirst word \d+\.\d s, about [\d.]+ tok\/s, about 9 tokens\n$/);
});

Deno.test("chat sends the question and the matches", async () => {
  await using server = startLmStudio(["a"]);
  const { code } = await runChat(["--provider", "local-b", "--base-url", server.base, QUESTION]);
  assertStrictEquals(code, 0);
  assertEquals(server.requests.map(({ path }) => path), ["/v1/models", "/v1/chat/completions"]);
  const { model, messages } = JSON.parse(server.requests[1]!.body);
  assertStrictEquals(model, "qwen");
  assertMatch(
    messages[1].content,
    /^\[1\] BurntSushi\/ripgrep: Searches [^]*\n\nfast way .*\nWhich one or two /,
  );
  assertStringIncludes(messages[1].content, `\n\n[${COUNT}] `);
});

Deno.test("chat answers questions about the list from the list, and asks no model", async () => {
  await using server = startLmStudio(["a"]);
  const flags = ["--provider", "local-b", "--base-url", server.base];
  const archived = await runChat([...flags, "which are archived?"]);
  assertStrictEquals(archived.code, 0);
  assertMatch(archived.stdout, /^ {2}1 {2}adobe\/brackets .*archived/);
  assertStringIncludes(archived.stderr, "ranking: archived\n5 repositories archived.\n");
  const count = await runChat([...flags, "how many in Rust"]);
  assertEquals([count.code, count.stdout], [0, "27 repositories in Rust.\n"]);
  const none = await runChat([...flags, "which are archived lang:zig"]);
  assertEquals([none.code, none.stdout], [3, ""]);
  assertStringIncludes(none.stderr, "No repositories archived.\n");
  const saved = await runChat([...flags, "--export", "json", "which are archived"]);
  assertEquals([saved.code, JSON.parse(saved.stdout).length], [0, 5]);
  assertEquals(server.requests, []);
});

Deno.test("chat names a model that reads the question where no word of it was found", async () => {
  for (
    const [question, model] of [["zzzz", "all-minilm"], ["менеджер паролей", "embeddinggemma"]]
  ) {
    const { code, stderr } = await runChat(["--matches", question!], {
      OLLAMA_HOST: `127.0.0.1:${closedPort()}`,
    });
    assertStrictEquals(code, 3);
    assertStringIncludes(stderr.replace(/\s+/g, " "), `by meaning: ollama pull ${model} `);
  }
});

Deno.test("chat tells which names of an answer the list has not", async () => {
  await using server = startLmStudio(["[1] BurntSushi/ripgrep, ", "[2] github.com/made/up."]);
  const flags = ["--provider", "local-b", "--base-url", server.base, QUESTION];
  const { code, stderr } = await runChat(flags);
  assertStrictEquals(code, 0);
  assertMatch(stderr, /\nNamed, but not in the list: made\/up\n$/);
  const { stdout } = await runChat(["--json", ...flags]);
  assertStringIncludes(stdout, '"text":"Named, but not in the list: made/up"');
});

Deno.test("chat says what to do about an answer that only repeats", async () => {
  await using server = startLmStudio(["[1] [2] [3]", " [4]"]);
  const { code, stdout, stderr } = await runChat(
    ["--provider", "local-b", "--base-url", server.base, QUESTION],
  );
  assertEquals([code, stdout], [0, "[1] [2] [3] [4]\n"]);
  assertMatch(stderr, /\nThis model is too small for that: a larger one has more to say\.\n$/);
});

Deno.test("chat leaves out the reasoning that a server leaves in the text", async () => {
  await using server = startLmStudio(["<thi", "nk>A tool, ", "then.</think>\n\n", "Take ", "[2]"]);
  const { code, stdout, stderr } = await runChat(
    ["--provider", "local-b", "--base-url", server.base, QUESTION],
  );
  assertEquals([code, stdout], [0, "Take [2]\n"]);
  assert(!stderr.includes("A tool"), stderr);
});

Deno.test("chat --json writes one object a line", async () => {
  await using server = startLmStudio(["Take ", "[2]"]);
  const { code, stdout, stderr } = await runChat(
    ["--json", "--provider", "local-b", "--base-url", server.base, QUESTION],
  );
  const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals([code, stderr], [0, ""]);
  assertEquals(lines.map(({ type }) => type), [
    "collection",
    ...Array(COUNT).fill("match"),
    "target",
    "token",
    "token",
    "summary",
  ]);
  assertEquals(lines.at(-1).sources, [2]);
});

Deno.test("chat takes the key from RIVULET_API_KEY before OPENAI_API_KEY, and shows it nowhere", async () => {
  await using server = startLoopback(({ headers }) => ({
    status: 401,
    chunks: [JSON.stringify({ error: { message: `Wrong key ${headers.get("authorization")}` } })],
  }));
  const args = ["--provider", "standard-compatible", "--base-url", server.base, QUESTION];
  const first = { RIVULET_API_KEY: "key-rivulet-1", OPENAI_API_KEY: "key-openai-2" };
  const { code, stdout, stderr } = await runChat(args, first);
  await runChat(args, { OPENAI_API_KEY: "key-openai-2" });
  assertEquals(server.requests.map(({ headers }) => headers.get("authorization")), [
    "Bearer key-rivulet-1",
    "Bearer key-openai-2",
  ]);
  assertStrictEquals(code, 1);
  assertStringIncludes(stderr, "refused the key.\nThe server says: Wrong key [secret]\n");
  assert(!`${stdout}${stderr}`.includes("key-rivulet-1"));
});

Deno.test("chat without the key of a remote provider exits with 2", async () => {
  const { code, stderr } = await runChat(["--provider", "standard-compatible", QUESTION]);
  assertStrictEquals(code, 2);
  assertStringIncludes(stderr, "Set RIVULET_API_KEY or OPENAI_API_KEY");
});

Deno.test("chat says what to start when nothing answers at the address, and exits with 1", async () => {
  const base = `http://127.0.0.1:${closedPort()}`;
  const { code, stdout, stderr } = await runChat([
    "--provider",
    "local-a",
    "--base-url",
    base,
    QUESTION,
  ]);
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(
    stderr,
    `Nothing answers at ${base}. Start it with: ollama serve\n`,
  );
});

Deno.test("chat keeps the text before a failure and exits with 1", async () => {
  await using server = startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: [LM_STUDIO_MODELS] }
      : { chunks: [answerChunks("local-b", ["Take "])[0]!, 'data: {"error":"out of memory"}\n\n'] }
  );
  const { code, stdout, stderr } = await runChat([
    "--provider",
    "local-b",
    "--base-url",
    server.base,
    QUESTION,
  ]);
  assertEquals([code, stdout], [1, "Take \n"]);
  assertMatch(stderr, /\nqwen ended with an error\.\nThe server says: out of memory\n$/);
});

Deno.test("chat stops at Ctrl+C: keeps the text, says so, closes the connection, exits with 130", async () => {
  await using server = startLmStudio(["Take "], "open");
  const program = startChat(["--provider", "local-b", "--base-url", server.base, QUESTION]);
  const stderr = toText(program.stderr);
  const reader = program.stdout.getReader();
  const { value } = await reader.read();
  program.kill("SIGINT");
  await server.clientGone(1);
  assertStrictEquals((await program.status).code, 130);
  assertStrictEquals(new TextDecoder().decode(value), "Take ");
  assertMatch(await stderr, /\nStopped\.\n$/);
  while (!(await reader.read()).done);
});

Deno.test("chat exits with 2 for a wrong flag and with 3 without a match", async () => {
  const usage = await runChat(["--nope", QUESTION]);
  assertStrictEquals(usage.code, 2);
  assertStringIncludes(usage.stderr, "See: deno task -q chat --help");
  const noMatch = await runChat(["--rank", "keyword", "zzzqqqxxx"]);
  assertEquals([noMatch.code, noMatch.stdout], [3, ""]);
});

Deno.test("chat --help writes its text to stdout", async () => {
  const { code, stdout, stderr } = await runChat(["--help"]);
  assertEquals([code, stderr], [0, ""]);
  assertStringIncludes(stdout, "Exit codes: 0 answered");
});

/**
 * A server like Ollama with an answering and an embedding model; texts about photos point one way,
 * all others another.
 */
function startOllama(embeddingModel: string) {
  return startLoopback(({ path, body }) => {
    if (path === "/api/tags") {
      return {
        chunks: [JSON.stringify({ models: [{ name: "llama3.1:8b" }, { name: embeddingModel }] })],
      };
    }
    if (path === "/api/chat") return { chunks: answerChunks("local-a", ["Take [1]"]) };
    const { input } = JSON.parse(body) as { input: string[] };
    const embeddings = input.map((text) => /photo|snapshots/i.test(text) ? [1, 0] : [0, 1]);
    return { chunks: [JSON.stringify({ embeddings })] };
  });
}

Deno.test("chat ranks by meaning too where the local server has an embedding model, and keeps the vectors", async () => {
  const model = `test-embed-${crypto.randomUUID().slice(0, 8)}`;
  await using server = startOllama(model);
  const args = ["--provider", "local-a", "--base-url", server.base, "family snapshots"];
  try {
    const first = await runChat(args);
    assertEquals([first.code, first.stdout], [0, "Take [1]\n"]);
    assertStringIncludes(first.stderr, `   ranking: keyword + ${model}\n`);
    assertStringIncludes(first.stderr, "immich-app/immich");
    const embedded = () => server.requests.filter(({ path }) => path === "/api/embed");
    // The probe, the question, what no list answers, and 240 texts in batches of 32.
    assertStrictEquals(embedded().length, 11);
    const second = await runChat(args);
    assertStrictEquals(second.stderr.split("\n")[0], first.stderr.split("\n")[0]);
    assertStrictEquals(embedded().length, 13);
    const meaningOnly = await runChat(["--rank", "embedding", ...args]);
    assertStringIncludes(meaningOnly.stderr, `   ranking: ${model}\n`);
  } finally {
    await Deno.remove(new URL(`../../.rivulet/${vectorsFileOf(model)}`, import.meta.url));
  }
});

Deno.test("chat has the embedding model read a question without its typing errors", async () => {
  const model = `test-embed-${crypto.randomUUID().slice(0, 8)}`;
  await using server = startOllama(model);
  const args = ["--provider", "local-a", "--base-url", server.base, "kuberntes dashbaord"];
  try {
    const { code, stderr } = await runChat(args);
    assertStrictEquals(code, 0, stderr);
    assertStringIncludes(stderr, `${model} reads "kubernetes dashboard"\n`);
    const read = server.requests.filter(({ path }) => path === "/api/embed")
      .flatMap(({ body }) => JSON.parse(body).input as string[]);
    assertEquals(
      ["kubernetes dashboard", "kuberntes dashbaord"].map((text) => read.includes(text)),
      [true, false],
    );
  } finally {
    await Deno.remove(new URL(`../../.rivulet/${vectorsFileOf(model)}`, import.meta.url));
  }
});

Deno.test("chat ranks by meaning too with a model of LM Studio or llama.cpp", async () => {
  const model = `text-embedding-nomic-embed-text-${crypto.randomUUID().slice(0, 8)}`;
  await using server = startLoopback(({ path, body }) => {
    if (path === "/v1/models") {
      const data = [model, "local-model"].map((id) => ({ id, "owned_by": "organization_owner" }));
      return { chunks: [JSON.stringify({ data })] };
    }
    if (path === "/v1/chat/completions") return { chunks: answerChunks("local-b", ["Take [1]"]) };
    if (path !== "/v1/embeddings") return { status: 404, chunks: [] };
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => ({
      index,
      embedding: /photo|snapshots/i.test(text) ? [1, 0] : [0, 1],
    }));
    return { chunks: [JSON.stringify({ data: data.reverse() })] };
  });
  try {
    const { code, stdout, stderr } = await runChat(
      ["--provider", "local-b", "--base-url", server.base, "family snapshots"],
    );
    assertEquals([code, stdout], [0, "Take [1]\n"]);
    assertStringIncludes(stderr, `   ranking: keyword + ${model}\n`);
    assertStringIncludes(stderr, "immich-app/immich");
    const embedded = server.requests.filter(({ path }) => path === "/v1/embeddings");
    // The question, unrelated ones to compare with, and 240 texts in batches of 32; each with what
    // the model wants before it.
    assertStrictEquals(embedded.length, 10);
    const texts = embedded.flatMap(({ body }) => JSON.parse(body).input as string[]);
    assertEquals(texts.filter((text) => !/^search_(?:query|document): /.test(text)), []);
  } finally {
    await Deno.remove(new URL(`../../.rivulet/${vectorsFileOf(model)}`, import.meta.url))
      .catch(() => {});
  }
});

Deno.test("chat says what is wrong with embeddings, and ranks by keyword where nobody asked for them", async () => {
  await using server = await AimockServer.start();
  server.mock.on({ model: "llama3.1:8b", userMessage: QUESTION }, { content: "Take [1]" });
  server.mock.on({ model: "nomic-embed-text" }, { embedding: [0.1, 0.2] });
  const args = ["--provider", "local-a", "--base-url", server.mock.url, QUESTION];
  const why = "Local server /api/embed failed: invalid embedding vector format";
  const unasked = await runChat(args);
  assertEquals([unasked.code, unasked.stdout], [0, "Take [1]\n"]);
  assertStringIncludes(unasked.stderr, `Ranking by keyword alone: ${why}`);
  assertStringIncludes(unasked.stderr, "   ranking: keyword\n");
  const asked = await runChat(["--rank", "both", ...args]);
  assertEquals([asked.code, asked.stdout], [1, ""]);
  assertStringIncludes(asked.stderr, why);
});

Deno.test("chat --rank embedding names the command for a missing embedding model", async () => {
  await using server = startLoopback(() => ({ chunks: ['{"models":[{"name":"llama3.1:8b"}]}'] }));
  const { code, stderr } = await runChat(
    ["--rank", "embedding", "--provider", "local-a", "--base-url", server.base, QUESTION],
  );
  assertEquals([code, stderr], [
    1,
    "No local server has an embedding model. Run `ollama pull all-minilm`.\n",
  ]);
});

Deno.test("chat --user reads the stars once, keeps them and answers from them", async () => {
  const user = `rivulet-test-${crypto.randomUUID().slice(0, 8)}`;
  const file = new URL(`../../.rivulet/stars-${user}.json`, import.meta.url);
  const star = (name: string, description: string) => ({
    "starred_at": "2026-02-01T00:00:00Z",
    repo: {
      "full_name": name,
      description,
      language: "Rust",
      topics: [],
      license: null,
      "stargazers_count": 5,
      archived: false,
      "pushed_at": "2026-10-01T00:00:00Z",
    },
  });
  await using server = startLoopback(() => ({
    chunks: [JSON.stringify([star("a/finder", "Finds code"), star("b/other", "Paints")])],
  }));
  try {
    const env = { GITHUB_API_URL: server.base, GITHUB_ENTERPRISE_TOKEN: "token-123456" };
    const first = await runChat(["--user", user, "--matches", "find code"], env);
    assertEquals([first.code, first.stdout], [
      0,
      "  1  a/finder  Rust, pushed 2026-10  Finds code\n",
    ]);
    assertStringIncludes(first.stderr, `@${user}: 2 repositories   ranking: keyword`);
    assertStrictEquals(server.requests[0]?.headers.get("authorization"), "Bearer token-123456");
    const second = await runChat(["--user", user, "--matches", "find code"], env);
    assertStrictEquals(second.stdout, first.stdout);
    assertStrictEquals(server.requests.length, 1);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("chat --user says that a user is unknown, or has no stars", async () => {
  await using server = startLoopback(({ path }) =>
    path.includes("/nobody/") ? { status: 404, chunks: ["{}"] } : { chunks: ["[]"] }
  );
  const env = { GITHUB_API_URL: server.base };
  const unknown = await runChat(["--user", "nobody", "q"], env);
  assertEquals([unknown.code, unknown.stderr], [1, "No GitHub user called nobody.\n"]);
  const empty = await runChat(["--user", "rivulet-test-empty", "q"], env);
  await Deno.remove(new URL("../../.rivulet/stars-rivulet-test-empty.json", import.meta.url));
  assertStrictEquals(empty.code, 3);
  assertStringIncludes(
    empty.stderr,
    "@rivulet-test-empty has no public stars, or the profile is private.",
  );
});

Deno.test("chat --delete-model deletes a model of the engine's list, and refuses any other", async () => {
  const id = "SmolLM2-135M-Instruct-q0f32-MLC";
  const file = `https://huggingface.co/mlc-ai/${id}/resolve/main/tokenizer.json`;
  const cache = await caches.open("webllm/model");
  await cache.put(file, new Response("damaged"));
  const other = "SmolLM2-135M-Instruct-q0f16-MLC";
  assertStrictEquals((await runChat(["--delete-model", "-m", other])).code, 0);
  assertStrictEquals(await (await cache.match(file))?.text(), "damaged");
  const { code, stdout, stderr } = await runChat(["--delete-model", "-m", id]);
  assertEquals([code, stdout], [0, ""]);
  assertStringIncludes(stderr, `${id} is deleted from this device.\n`);
  assertStrictEquals(await cache.match(file), undefined);
  const unknown = await runChat(["--delete-model", "-m", "none"]);
  assertEquals([unknown.code, unknown.stdout], [1, ""]);
  assertStringIncludes(unknown.stderr, 'Choose a model of the list, "none" is not in it');
});

// In the list of the engine, and small, and too odd a choice to be on anybody's device.
const HERE = ["--provider", "webllm", "--model", "SmolLM2-135M-Instruct-q0f32-MLC"];

Deno.test("chat --provider webllm exits with 2 and names the flag of the experiment", async () => {
  const { code, stdout, stderr } = await runChat([...HERE, QUESTION]);
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, "Add --experimental-webgpu");
});

Deno.test("chat --experimental-webgpu says that there is no graphics adapter, and exits with 1", async () => {
  // The graphics system of another operating system: none that is here.
  const env = { DENO_WEBGPU_BACKEND: Deno.build.os === "windows" ? "metal" : "dx12" };
  const { code, stdout, stderr } = await runChat([...HERE, "--experimental-webgpu", QUESTION], env);
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(stderr, "webllm SmolLM2-135M-Instruct-q0f32-MLC in this program\n");
  assertMatch(stderr, /it offers no graphics adapter for WebGPU\n$/);
});

Deno.test({
  name: "chat --experimental-webgpu downloads nothing without --download, and exits with 1",
  ignore: !hasGraphics,
  async fn() {
    const { code, stdout, stderr } = await runChat([...HERE, "--experimental-webgpu", QUESTION]);
    assertEquals([code, stdout], [1, ""]);
    assertMatch(
      stderr,
      /The model "SmolLM2-135M-Instruct-q0f32-MLC" is not on this device\. Add --download to allow it\.\n$/,
    );
  },
});

Deno.test("chat says so where a server answers in a form that is not read, and exits with 1", async () => {
  const line = '{"type":"response.output_text.delta","delta":"Take it"}';
  await using server = startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"m"}]}'] }
      : { chunks: [`data: ${line}\n\n`] }
  );
  const flags = ["--rank", "keyword", "--provider", "local-b", "--base-url", server.base];
  const { code, stdout, stderr } = await runChat([...flags, "photo library"]);
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(
    stderr,
    `The server answered in a form that Ask your stars does not read: ${line}`,
  );
});

Deno.test("chat tells of a line of an answer that was not understood, under the answer", async () => {
  await using server = startLoopback(({ path }) =>
    path === "/v1/models"
      ? { chunks: ['{"data":[{"id":"m"}]}'] }
      : { chunks: ["data: oops\n\n", ...answerChunks("local-b", ["Take [1]"])] }
  );
  const flags = ["--rank", "keyword", "--provider", "local-b", "--base-url", server.base];
  const { code, stdout, stderr } = await runChat([...flags, "photo library"]);
  assertEquals([code, stdout], [0, "Take [1]\n"]);
  assertStringIncludes(stderr, "A line of the answer was not understood: oops");
});
