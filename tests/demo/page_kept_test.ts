// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { noteRemoteState } from "../../demo/page/engine/note_states.ts";
import {
  deleteKeptModel,
  deleteLoadedModels,
  keptModels,
  keptShare,
  keptShares,
} from "../../demo/page/engine/kept_models.ts";
import { Keys } from "../../demo/page/engine/keys.ts";
import { loadedModels, noteLoadedModel } from "../../demo/page/engine/loaded_models.ts";
import { modelPicks, pickChoices } from "../../demo/page/engine/model_picks.ts";
import { reasonFor } from "../../demo/page/privacy/reason_for.ts";
import { engineStateOf } from "../../demo/page/state/engine_states.ts";
import { createState } from "../../demo/page/state/state.ts";
import { readSettings } from "../../demo/page/storage/settings.ts";

const FOLDER = "https://huggingface.co/mlc-ai";
const PROGRAMS = "https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main/v0";
const LLAMA = "Llama-3.2-1B-Instruct-q4f16_1-MLC";
const ARCTIC = "snowflake-arctic-embed-s-q0f32-MLC-b4";
const LIST = JSON.stringify({
  records: [{ dataPath: "params_shard_0.bin" }, { dataPath: "params_shard_1.bin" }],
});

/** The caches of a browser: their files by name and address. */
class FakeCaches {
  readonly #caches: Map<string, Map<string, string>>;

  constructor(files: Record<string, Record<string, string>>) {
    this.#caches = new Map(
      Object.entries(files).map(([name, entries]) => [name, new Map(Object.entries(entries))]),
    );
  }

  has(name: string): Promise<boolean> {
    return Promise.resolve(this.#caches.has(name));
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.#caches.delete(name));
  }

  open(name: string): Promise<unknown> {
    const files = this.#caches.get(name)!;
    const addressOf = (request: string | Request) =>
      typeof request === "string" ? request : request.url;
    return Promise.resolve({
      keys: () => Promise.resolve([...files.keys()].map((url) => new Request(url))),
      match: (request: string | Request) =>
        Promise.resolve(new Response(files.get(addressOf(request)))),
      delete: (request: string | Request) => Promise.resolve(files.delete(addressOf(request))),
    });
  }
}

function withCaches(
  files: Record<string, Record<string, string>>,
  test: () => Promise<void>,
): () => Promise<void> {
  return async () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, "caches")!;
    Object.defineProperty(globalThis, "caches", {
      value: new FakeCaches(files),
      configurable: true,
    });
    try {
      await test();
    } finally {
      Object.defineProperty(globalThis, "caches", real);
    }
  };
}

function withLoaded(ids: readonly string[]): Disposable {
  return withText(JSON.stringify(ids));
}

/** A storage of this site in which the list of loaded models is this text. */
function withText(text: string): Disposable {
  const texts = new Map([["ask-stars-models", text]]);
  const value = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, changed: string) => void texts.set(name, changed),
  };
  const real = Object.getOwnPropertyDescriptor(globalThis, "localStorage")!;
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
  return { [Symbol.dispose]: () => Object.defineProperty(globalThis, "localStorage", real) };
}

const kept = {
  "webllm/model": {
    [`${FOLDER}/${LLAMA}/resolve/main/tensor-cache.json`]: LIST,
    [`${FOLDER}/${LLAMA}/resolve/main/params_shard_0.bin`]: "12345",
    [`${FOLDER}/snowflake-arctic-embed-s-q0f32-MLC/resolve/main/tensor-cache.json`]: LIST,
    [`${FOLDER}/snowflake-arctic-embed-s-q0f32-MLC/resolve/main/params_shard_0.bin`]: "123",
    [`${FOLDER}/snowflake-arctic-embed-s-q0f32-MLC/resolve/main/params_shard_1.bin`]: "123",
  },
  "webllm/wasm": {
    [`${PROGRAMS}/Llama-3.2-1B-Instruct-q4f16_1_cs1k-webgpu.wasm`]: "1234567",
    [`${PROGRAMS}/snowflake-arctic-embed-s-q0f32-ctx512_cs512_batch4-webgpu.wasm`]: "12",
    [`${PROGRAMS}/Qwen2-0.5B-Instruct-q4f16_1_cs1k-webgpu.wasm`]: "1",
  },
  "webllm/config": { "https://elsewhere.test/file.json": "{}" },
};

Deno.test(
  "keptModels() adds up the files of each model, its program among them",
  withCaches(kept, async () => {
    assertEquals(
      new Map((await keptModels()).map(({ id, bytes }) => [id, bytes])),
      new Map([
        [LLAMA, LIST.length + 5 + 7],
        ["snowflake-arctic-embed-s-q0f32-MLC", LIST.length + 6 + 2],
        ["Qwen2.5-0.5B-Instruct-q4f16_1-MLC", 1],
      ]),
    );
  }),
);

Deno.test(
  "keptShare() tells a whole model from a part of one",
  withCaches(kept, async () => {
    const models = [LLAMA, ARCTIC, "Qwen2.5-0.5B-Instruct-q4f16_1-MLC"].map((id) => ({ id }));
    assertEquals([...(await keptShares(models)).values()], ["part", "whole", "none"]);
  }),
);

Deno.test(
  "keptShare() does not take weights for whole without the list of them",
  withCaches(
    { "webllm/model": { [`${FOLDER}/${LLAMA}/resolve/main/params_0.bin`]: "1" } },
    async () => {
      assertStrictEquals(await keptShare(LLAMA), "part");
    },
  ),
);

Deno.test(
  "keptShare() does not take a tokenizer for the part that is missing",
  withCaches({
    "webllm/model": {
      [`${FOLDER}/${LLAMA}/resolve/main/tensor-cache.json`]: LIST,
      [`${FOLDER}/${LLAMA}/resolve/main/params_shard_0.bin`]: "1",
      [`${FOLDER}/${LLAMA}/resolve/main/tokenizer.json`]: "{}",
    },
  }, async () => {
    assertStrictEquals(await keptShare(LLAMA), "part");
  }),
);

Deno.test(
  "keptShare() finds no part where only the files beside the weights are here",
  withCaches({
    "webllm/model": {
      [`${FOLDER}/${LLAMA}/resolve/main/tensor-cache.json`]: LIST,
      [`${FOLDER}/${LLAMA}/resolve/main/tokenizer.json`]: "{}",
    },
  }, async () => {
    assertStrictEquals(await keptShare(LLAMA), "none");
  }),
);

Deno.test(
  "keptShare() finds nothing where nothing was ever kept",
  withCaches({}, async () => {
    assertStrictEquals(await keptShare(LLAMA), "none");
  }),
);

Deno.test(
  "deleteKeptModel() deletes the files of one model",
  withCaches(kept, async () => {
    await deleteKeptModel(ARCTIC);
    assertEquals((await keptModels()).map(({ id }) => id), [
      LLAMA,
      "Qwen2.5-0.5B-Instruct-q4f16_1-MLC",
    ]);
  }),
);

Deno.test(
  "deleteLoadedModels() deletes the models that this page has loaded, and no other app's",
  withCaches(kept, async () => {
    using _storage = withLoaded([ARCTIC]);
    await deleteLoadedModels();
    assertEquals((await keptModels()).map(({ id }) => id), [
      LLAMA,
      "Qwen2.5-0.5B-Instruct-q4f16_1-MLC",
    ]);
    assertEquals(await caches.has("webllm/config"), true);
  }),
);

Deno.test(
  "deleteLoadedModels() deletes a cache that is empty then",
  withCaches({
    "webllm/model": { [`${FOLDER}/${LLAMA}/resolve/main/params_shard_0.bin`]: "1" },
    "webllm/wasm": {},
  }, async () => {
    using _storage = withLoaded([LLAMA]);
    await deleteLoadedModels();
    assertEquals([await caches.has("webllm/model"), await caches.has("webllm/wasm")], [
      false,
      false,
    ]);
  }),
);

Deno.test(
  "deleteLoadedModels() touches nothing where this page has loaded no model",
  withCaches({ "webllm/model": {} }, async () => {
    using _storage = withLoaded([]);
    await deleteLoadedModels();
    assertEquals(await caches.has("webllm/model"), true);
  }),
);

Deno.test("noteLoadedModel() remembers each model once", () => {
  using _storage = withLoaded(["a"]);
  noteLoadedModel("b");
  noteLoadedModel("a");
  assertEquals(loadedModels(), ["a", "b"]);
});

Deno.test("loadedModels() is empty where what was kept is damaged", () => {
  for (const text of ["{", "7", "null", '{"a":1}', "[1,null]"]) {
    using _storage = withText(text);
    assertEquals(loadedModels(), [], text);
  }
});

Deno.test("pickChoices() picks the chosen model, or the first, and says what is here", () => {
  const picks = modelPicks({ hasHalfPrecision: true });
  const [first, second] = picks.map(({ id }) => id);
  const shares = new Map([[first!, "whole"], [second!, "part"]] as const);
  const states = (chosen?: string) =>
    pickChoices(picks, { kept: shares, chosen }).map(({ state, isPicked }) => [state, isPicked]);
  assertEquals(states(), [
    ["On this device", true],
    ["partly on this device", false],
    ["about 1.0 GB", false],
  ]);
  assertEquals(states(second).map(([, isPicked]) => isPicked), [false, true, false]);
});

const reasons: [url: string, reason: string][] = [
  ["https://api.github.com/users/ana/starred", "Stars"],
  ["https://raw.githubusercontent.com/a/b/HEAD/README.md", "READMEs of matches"],
  ["https://raw.githubusercontent.com/mlc-ai/libs/main/x.wasm", "Files of a model"],
  ["https://cdn-lfs.huggingface.co/x", "Files of a model"],
  ["http://localhost:11434/api/chat", "Answers by Ollama"],
  ["https://api.openai.com/v1/chat/completions", "Answers by Remote"],
  ["http://localhost:9999/", "A connection that you have checked"],
];
for (const [url, reason] of reasons) {
  Deno.test(`reasonFor() says "${reason}" of ${new URL(url).host}`, () => {
    assertStrictEquals(reasonFor(new URL(url), readSettings({})), reason);
  });
}

Deno.test("reasonFor() knows the addresses of the settings", () => {
  const settings = readSettings({
    gitHubApiUrl: "https://git.test/api",
    readmeUrl: "https://raw.test",
  });
  assertStrictEquals(reasonFor(new URL("https://git.test/api/users"), settings), "Stars");
  const readme = new URL("https://raw.test/a/b/HEAD/README.md");
  assertStrictEquals(reasonFor(readme, settings), "READMEs of matches");
});

Deno.test("noteRemoteState() says whether there is a key for the service that is set", () => {
  const keys = new Keys(() => ({ getItem: () => null, setItem: () => {}, removeItem: () => {} }));
  const settings = readSettings({
    engines: { "standard-compatible": { baseUrl: "https://api.test" } },
  });
  const state = createState({
    settings,
    collection: { title: "Sample", repositories: [] },
    example: "",
  });
  const words = () => {
    noteRemoteState(state, keys);
    return engineStateOf(state.engines.value, "standard-compatible").words;
  };
  assertStrictEquals(words(), "needs a key");
  keys.set("https://other.test", "secret");
  assertStrictEquals(words(), "needs a key");
  keys.set("https://api.test", "secret");
  assertStrictEquals(words(), "key entered");
});
