// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { stub } from "@std/testing/mock";
import type { WebLLMEmbeddingClient } from "@rivulet/llm/webllm";
import { MEANING_PICK, modelName } from "../../demo/page/target/model_picks.ts";
import { Lazy } from "../../demo/page/state/lazy.ts";
import { ModelMissingError } from "../../demo/engines/local_server.ts";
import { Embedders } from "../../demo/page/meanings/embedders.ts";
import { ollamaAccess } from "../../demo/page/meanings/ollama_access.ts";
import { defaultSettings } from "../../demo/page/storage/settings.ts";
import { BrowserEmbedder } from "../../demo/page/meanings/browser_embedder.ts";
import { embedQuestion } from "../../demo/page/meanings/embed_question.ts";
import type { Embedder } from "../../demo/page/meanings/embedder.ts";
import { LastQuestion } from "../../demo/page/meanings/last_question.ts";
import { isBrowserModel, MEANING_MODELS } from "../../demo/page/meanings/meaning_models.ts";
import { rankingChoices } from "../../demo/page/meanings/ranking_choices.ts";
import { Pace } from "../../demo/page/state/pace.ts";
import { MeaningStore } from "../../demo/page/meanings/meaning_store.ts";
import { readMeanings } from "../../demo/page/meanings/read_meanings.ts";
import { LoadWords } from "../../demo/page/messages/load_words.ts";
import { prefixesFor } from "../../demo/stars/embedding_text.ts";
import { isForeign, isUnread } from "../../demo/stars/model_languages.ts";
import type { Repository } from "../../demo/stars/repository.ts";

Deno.test("LoadWords names the phases, each once, and the parts of a download", () => {
  const words = new LoadWords("Llama");
  assertEquals(words.read("Preparing"), { line: "Preparing…", newPhase: "Preparing" });
  assertEquals(words.read("Downloading: 0 MB, 0 %"), {
    line: "Downloading Llama: 0 MB",
    progress: 0,
    progressText: "0 MB",
  });
  assertEquals(
    words.read("Downloading: 30 MB, 25 %").line,
    "Downloading Llama: 30 of about 120 MB",
  );
  const phase = "Loading into graphics memory";
  assertEquals(words.read(`${phase}: 10 %`), { line: `${phase}…`, newPhase: phase });
  assertEquals(words.read(`${phase}: 20 %`), { line: `${phase}…` });
});

Deno.test("LoadWords tells the time that is left once it knows the speed", () => {
  let now = 0;
  const words = new LoadWords("Llama", () => now);
  words.read("Downloading: 10 MB, 10 %");
  now = 2000;
  assertStringIncludes(words.read("Downloading: 20 MB, 20 %").line, "20 of about 100 MB");
  now = 20_000;
  assertStrictEquals(
    words.read("Downloading: 50 MB, 50 %").line,
    "Downloading Llama: 50 of about 100 MB · about 30 s left",
  );
});

Deno.test("Pace tells what is left from what was done since it began anew", () => {
  let now = 0;
  const pace = new Pace(() => now);
  now = 60_000;
  pace.restart();
  now = 70_000;
  assertEquals([pace.elapsedMs, pace.leftMs(32, 96)], [10_000, 20_000]);
});

Deno.test("Lazy makes a thing once, and anew where it failed", async () => {
  let made = 0;
  const lazy = new Lazy(() =>
    ++made === 1 ? Promise.reject(new Error("no")) : Promise.resolve(made)
  );
  assertStrictEquals(lazy.loaded, undefined);
  await assertRejects(() => lazy.get(), Error, "no");
  assertStrictEquals(lazy.loaded, undefined);
  assertEquals([await lazy.get(), await lazy.get(), await lazy.loaded], [2, 2, 2]);
});

const list = Array.from({ length: 700 }, (_, index): Repository => ({
  fullName: `a/r${index}`,
  description: "",
  topics: [],
  stars: 1,
  archived: false,
}));

/** An embedder whose batches take a minute each. */
function slowEmbedder(passMinute: () => void): Embedder {
  return {
    embedBatch: () => Promise.reject(new Error("Not used here")),
    async *embedMany(texts, { batchSize, signal }) {
      for (let start = 0; start < texts.length; start += batchSize) {
        signal.throwIfAborted();
        passMinute();
        yield texts.slice(start, start + batchSize).map(() => Float32Array.of(1, 0));
      }
    },
  };
}

async function read(
  { asksIfSlow, count, onProgress = () => {} }: {
    asksIfSlow: boolean;
    count: number;
    onProgress?: (done: number, stop: () => void) => void;
  },
): Promise<
  { store: MeaningStore; slowMs: () => Promise<number | undefined>; saves: () => number }
> {
  let now = 0;
  let saves = 0;
  const store = new MeaningStore("m");
  const controller = new AbortController();
  const slowMs = readMeanings({
    embedder: slowEmbedder(() => now += 60_000),
    store,
    missing: store.missing(list.slice(0, count)),
    signal: controller.signal,
    pace: new Pace(() => now),
    asksIfSlow,
    onProgress: (done) => onProgress(done, () => controller.abort()),
    onBatch: () => Promise.resolve(void saves++),
  });
  await slowMs.catch(() => {});
  return { store, slowMs: () => slowMs, saves: () => saves };
}

Deno.test("readMeanings() reads all in batches, and each is kept once", async () => {
  const told: number[] = [];
  const reading = await read({
    asksIfSlow: false,
    count: 672,
    onProgress: (done) => told.push(done),
  });
  assertEquals([await reading.slowMs(), reading.store.size, reading.saves()], [undefined, 672, 21]);
  assertEquals(told.slice(0, 3), [32, 64, 96]);
});

Deno.test("readMeanings() stops after the first batch where the rest takes long", async () => {
  const reading = await read({ asksIfSlow: true, count: 320 });
  assertEquals([await reading.slowMs(), reading.store.size], [9 * 60_000, 32]);
  const short = await read({ asksIfSlow: true, count: 64 });
  assertEquals([await short.slowMs(), short.store.size], [undefined, 64]);
});

Deno.test("readMeanings() keeps what was read before it was stopped", async () => {
  const reading = await read({
    asksIfSlow: false,
    count: 320,
    onProgress: (done, stop) => done === 64 && stop(),
  });
  await assertRejects(reading.slowMs, DOMException);
  assertStrictEquals(reading.store.size, 64);
});

/** A client that says what it was made with. */
function fakeClients() {
  const made: { model: string; allowModelDownload: boolean; unloads: number }[] = [];
  const embedder = new BrowserEmbedder(({ model, allowModelDownload, onInitProgress }) => {
    const client = { model, allowModelDownload, unloads: 0 };
    made.push(client);
    const embedBatch = (texts: readonly string[]) => {
      onInitProgress(0.5, "Warming up: 50 %");
      return Promise.resolve(texts.map(() => Float32Array.of(1, 0)));
    };
    return Promise.resolve({
      embedBatch,
      async *embedMany(texts: readonly string[]) {
        yield await embedBatch(texts);
      },
      unload: () => Promise.resolve(void client.unloads++),
    } as unknown as WebLLMEmbeddingClient);
  });
  return { made, embedder };
}

Deno.test("BrowserEmbedder downloads only after consent, and makes one client for each", async () => {
  const { made, embedder } = fakeClients();
  assertEquals(made, []);
  await embedder.unload();
  await embedder.embedBatch(["a"]);
  await embedder.embedBatch(["b"]);
  const { id: model } = MEANING_PICK;
  assertEquals(made, [{ model, allowModelDownload: false, unloads: 0 }]);
  await embedder.allowDownload();
  const { signal } = new AbortController();
  const batches = await Array.fromAsync(
    embedder.embedMany(["a", "b"], { batchSize: 32, signal }),
  );
  await embedder.allowDownload();
  assertEquals(batches.map(({ length }) => length), [2]);
  assertEquals(made, [
    { model, allowModelDownload: false, unloads: 1 },
    { model, allowModelDownload: true, unloads: 0 },
  ]);
});

Deno.test("BrowserEmbedder needs another consent after it was unloaded", async () => {
  const { made, embedder } = fakeClients();
  await embedder.allowDownload();
  await embedder.embedBatch(["a"]);
  await embedder.unload();
  await embedder.embedBatch(["a"]);
  assertEquals(made.map(({ allowModelDownload, unloads }) => [allowModelDownload, unloads]), [
    [true, 1],
    [false, 0],
  ]);
});

Deno.test("BrowserEmbedder hands on how far a load is, to whoever listens now", async () => {
  const { embedder } = fakeClients();
  await embedder.embedBatch(["a"]);
  const heard: string[] = [];
  embedder.onProgress = (_, text) => heard.push(text);
  await embedder.embedBatch(["a"]);
  assertEquals(heard, ["Warming up: 50 %"]);
});

Deno.test("rankingChoices() offers the model of this browser only where it can run", () => {
  const of = (support: Parameters<typeof rankingChoices>[0]["support"], share?: "whole") =>
    rankingChoices({ picked: "", support, share }).find(({ value }) => isBrowserModel(value))!;
  assertEquals([of(undefined).isDisabled, of("full-precision").isDisabled], [true, false]);
  assertEquals([of("half-precision").state, of("half-precision", "whole").state], [
    "about 133 MB",
    "On this device",
  ]);
  const none = of("none");
  assertEquals([none.isDisabled, none.state], [true, "not in this browser"]);
  assertStringIncludes(none.about, "no WebGPU");
  assertEquals(
    rankingChoices({ picked: "all-minilm", support: "none" }).map((choice) => choice.isPicked),
    [
      false,
      true,
      false,
      false,
      false,
    ],
  );
});

Deno.test("rankingChoices() offers the models of another local server by their names", () => {
  const id = "local-b/text-embedding-nomic-embed-text-v1.5";
  const of = (elsewhere?: string[], installed?: string[]) =>
    rankingChoices({ picked: id, support: "none", elsewhere, installed })
      .find(({ value }) => value === id)!;
  const { title, about, isPicked, state } = of([id]);
  assertEquals([title, isPicked, state], [
    "text-embedding-nomic-embed-text-v1.5",
    true,
    "installed",
  ]);
  assertStringIncludes(about, "LM Studio");
  // Ollama was asked, and knows nothing of it.
  assertEquals([of(undefined, []).state, of([], []).state], ["", "not installed"]);
});

Deno.test("Embedders reach a model on the server that has it", async () => {
  const urls: string[] = [];
  using _fetch = stub(globalThis, "fetch", (url, init) => {
    urls.push(String(url));
    const { input = [] } = JSON.parse(String(init?.body ?? "{}")) as { input?: string[] };
    return Promise.resolve(Response.json({
      models: [{ name: "all-minilm:latest" }],
      data: input.length === 0
        ? [{ id: "bge" }]
        : input.map((_, index) => ({ index, embedding: [1] })),
      embeddings: input.map(() => [2]),
    }));
  });
  const settings = {
    ...defaultSettings,
    engines: { "local-b": { baseUrl: "http://localhost:8080/v1" } },
  };
  const embedders = new Embedders(ollamaAccess(() => settings));
  const { signal } = new AbortController();
  for (const id of ["all-minilm", "local-b/bge"]) {
    await embedders.prepare(id, { mayDownload: false, signal });
    await embedders.get(id).embedBatch(["a"]);
  }
  assertEquals(urls, [
    "http://localhost:11434/api/tags",
    "http://localhost:11434/api/embed",
    "http://localhost:11434/api/embed",
    "http://localhost:8080/v1/models",
    "http://localhost:8080/v1/embeddings",
  ]);
  await assertRejects(
    () => embedders.prepare("local-b/nomic", { mayDownload: false, signal }),
    ModelMissingError,
    "nomic is not installed. Run: lms get nomic",
  );
});

Deno.test("the model of this browser has a short name, and a prefix for questions alone", () => {
  const { id, name } = MEANING_PICK;
  assertEquals([modelName(id), MEANING_MODELS.at(-1)?.title], [name, name]);
  assertEquals(prefixesFor(id), {
    document: "",
    query: "Represent this sentence for searching relevant passages: ",
  });
});

/** An embedder whose vector comes when the test wants. */
function heldEmbedder() {
  const { promise, resolve } = Promise.withResolvers<Float32Array[]>();
  const calls: { texts: readonly string[]; signal: AbortSignal | undefined }[] = [];
  const embedder: Embedder = {
    embedBatch(texts, { signal } = {}) {
      calls.push({ texts, signal });
      return promise;
    },
    embedMany: () => {
      throw new Error("Not used here");
    },
  };
  return { calls, embedder, answer: () => resolve([Float32Array.of(1)]) };
}

Deno.test("embedQuestion() asks with the model's prefix, and gives a server up in time", async () => {
  const { calls, embedder, answer } = heldEmbedder();
  const controller = new AbortController();
  const meaning = embedQuestion(
    "photos",
    { model: "nomic-embed-text", embedder, onLate: () => {} },
    controller.signal,
  );
  assertEquals(calls, [{ texts: ["search_query: photos"], signal: controller.signal }]);
  answer();
  assertEquals(await meaning, Float32Array.of(1));
});

Deno.test("embedQuestion() lets a model of this browser load on, and tells when it is ready", async () => {
  const { calls, embedder, answer } = heldEmbedder();
  const { promise: late, resolve: onLate } = Promise.withResolvers<void>();
  const controller = new AbortController();
  const meaning = embedQuestion(
    "photos",
    { model: MEANING_PICK.id, embedder, onLate },
    controller.signal,
  );
  controller.abort();
  assertStrictEquals(await meaning, "missing");
  assertStrictEquals(calls[0]?.signal, undefined);
  answer();
  await late;
});

Deno.test("embedQuestion() says that a vector is missing where the model fails", async () => {
  const embedder = {
    embedBatch: () => Promise.reject(new Error("gone")),
  } as unknown as Embedder;
  const { signal } = new AbortController();
  const parts = { model: "all-minilm", embedder, onLate: () => {} };
  assertStrictEquals(await embedQuestion("photos", parts, signal), "missing");
});

Deno.test("LastQuestion asks for a vector once, and for what is missing again", async () => {
  const [server, other] = [slowEmbedder(() => {}), slowEmbedder(() => {})];
  const vector = Float32Array.of(1, 0);
  const answers: ("missing" | Float32Array)[] = ["missing", vector, vector, vector];
  const asked: string[] = [];
  const last = new LastQuestion();
  for (
    const [embedder, words] of [
      [server, "photos"],
      [server, "photos"],
      [server, "photos"],
      [server, "music"],
      [other, "music"],
    ] as const
  ) {
    await last.meaningOf(words, {
      embedder,
      read: () => {
        asked.push(words);
        return Promise.resolve(answers[asked.length - 1]!);
      },
    });
  }
  assertEquals(asked, ["photos", "photos", "music", "music"]);
});

const prefixes: [model: string, document: string, query: string][] = [
  ["all-minilm", "", ""],
  ["nomic-embed-text:latest", "search_document: ", "search_query: "],
  ["text-embedding-nomic-embed-text-v1.5", "search_document: ", "search_query: "],
  ["jeffh/intfloat-multilingual-e5-large:q8_0", "passage: ", "query: "],
  ["e5-small-v2", "passage: ", "query: "],
  ["mxbai-embed-large", "", "Represent this sentence for searching relevant passages: "],
  ["bge-large", "", "Represent this sentence for searching relevant passages: "],
  ["bge-m3", "", ""],
  ["snowflake-arctic-embed2", "", "query: "],
  ["embeddinggemma:300m", "title: none | text: ", "task: search result | query: "],
  ["qwen3.5:0.8b", "", ""],
];
for (const [model, document, query] of prefixes) {
  Deno.test(`prefixesFor() knows what ${model} wants`, () => {
    assertEquals(prefixesFor(model), { document, query });
  });
}

Deno.test("prefixesFor() gives qwen3-embedding an instruction", () => {
  const { document, query } = prefixesFor("Qwen3-Embedding-0.6B");
  assertEquals([document, /^Instruct: .+\nQuery:$/.test(query)], ["", true]);
});

const unread: [question: string, model: string, isUnread: boolean][] = [
  ["识别图片中的文字", "all-minilm", true],
  ["менеджер паролей", "nomic-embed-text:latest", true],
  ["メモ app", "snowflake-arctic-embed-s", false],
  ["メモを取るツール", "snowflake-arctic-embed-s", true],
  ["识别图片中的文字", "snowflake-arctic-embed2", false],
  ["识别图片中的文字", "embeddinggemma", false],
  ["识别图片中的文字", "paraphrase-multilingual-minilm", false],
  ["识别图片中的文字", "my-own-model", false],
  ["Haushaltsbuch führen", "all-minilm", false],
  ["2fa 🎂", "all-minilm", false],
];
const foreign: [question: string, model: string, isForeign: boolean][] = [
  ["Passwort-Manager zum Selberhosten", "all-minilm", true],
  ["servidor multimedia para mis películas", "nomic-embed-text", true],
  ["Größe von Ordnern", "all-minilm", true],
  ["servidor multimedia para mis películas", "embeddinggemma", false],
  ["Größe von Ordnern", "my-own-model", false],
  ["a fast way to search code", "all-minilm", false],
  ["die casting or DES encryption for the LA office", "all-minilm", false],
];
for (const [question, model, expected] of foreign) {
  Deno.test(`isForeign() says ${expected} of "${question}" and ${model}`, () => {
    assertStrictEquals(isForeign(question, model), expected);
  });
}

for (const [question, model, expected] of unread) {
  Deno.test(`isUnread() says ${expected} of "${question}" and ${model}`, () => {
    assertStrictEquals(isUnread(question, model), expected);
  });
}
