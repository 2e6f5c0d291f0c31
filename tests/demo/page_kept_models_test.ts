// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  deleteKeptModel,
  keptModels,
  keptShare,
  keptShares,
  noteDownload,
} from "../../demo/page/target/kept_models.ts";
import {
  forgetLoadedModel,
  loadedModels,
  noteLoadedModel,
  orphanedModels,
} from "../../demo/page/storage/loaded_models.ts";
import { FakeStorage } from "../support/fake_storage.ts";

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
    const globals = { caches: new FakeCaches(files), localStorage: new FakeStorage() };
    const real = Object.keys(globals).map((name) =>
      [name, Object.getOwnPropertyDescriptor(globalThis, name)!] as const
    );
    for (const [name, value] of Object.entries(globals)) {
      Object.defineProperty(globalThis, name, { value, configurable: true });
    }
    try {
      await test();
    } finally {
      for (const [name, property] of real) Object.defineProperty(globalThis, name, property);
    }
  };
}

/** The addresses of what is left in all caches. */
async function keptFiles(): Promise<string[]> {
  const files: string[] = [];
  for (const name of ["webllm/model", "webllm/config", "webllm/wasm"]) {
    if (!await caches.has(name)) continue;
    for (const { url } of await (await caches.open(name)).keys()) files.push(url);
  }
  return files;
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
  "deleteKeptModel() takes its last file's cache away, and leaves no empty one",
  withCaches({
    "webllm/model": { [`${FOLDER}/${LLAMA}/resolve/main/params_shard_0.bin`]: "1" },
    "webllm/config": { "https://elsewhere.test/file.json": "{}" },
  }, async () => {
    await deleteKeptModel(LLAMA);
    assertEquals([await caches.has("webllm/model"), await caches.has("webllm/config")], [
      false,
      true,
    ]);
  }),
);

Deno.test(
  "deleteKeptModel() leaves a model of another host alone, though it has the same name",
  withCaches({
    "webllm/model": {
      [`${FOLDER}/${LLAMA}/resolve/main/params_shard_0.bin`]: "1",
      [`https://mirror.test/mlc-ai/${LLAMA}/resolve/main/params_shard_0.bin`]: "1",
    },
  }, async () => {
    await deleteKeptModel(LLAMA);
    assertEquals(await keptFiles(), [
      `https://mirror.test/mlc-ai/${LLAMA}/resolve/main/params_shard_0.bin`,
    ]);
  }),
);

/** What is beside a Llama, and whether its program stays when it is deleted. */
const neighbours: [what: string, files: Record<string, string[]>, stays: boolean][] = [
  ["no other model", {}, false],
  ["another model of the list", {
    "webllm/model": [`${FOLDER}/Qwen3-1.7B-q4f16_1-MLC/resolve/main/a.bin`],
  }, false],
  ["a model of another host, which may use any program", {
    "webllm/model": ["https://models.test/tuned/resolve/main/a.bin"],
  }, true],
  ["a model of another host with a program of its own name", {
    "webllm/model": ["https://models.test/tuned-q4f16_1-MLC/resolve/main/a.bin"],
    "webllm/wasm": ["https://models.test/tuned-q4f16_1-webgpu.wasm"],
  }, false],
];
for (const [what, files, stays] of neighbours) {
  const program = `${PROGRAMS}/Llama-3.2-1B-Instruct-q4f16_1_cs1k-webgpu.wasm`;
  const filled = (...urls: string[]) => Object.fromEntries(urls.map((url) => [url, "1"]));
  Deno.test(
    `deleteKeptModel() ${stays ? "leaves" : "deletes"} the program beside ${what}`,
    withCaches({
      "webllm/model": filled(
        `${FOLDER}/${LLAMA}/resolve/main/a.bin`,
        ...files["webllm/model"] ?? [],
      ),
      "webllm/wasm": filled(program, ...files["webllm/wasm"] ?? []),
    }, async () => {
      assertStrictEquals(await deleteKeptModel(LLAMA), stays);
      assertStrictEquals((await keptFiles()).includes(program), stays);
      assertEquals((await keptModels()).filter(({ id }) => id === LLAMA), []);
    }),
  );
}

Deno.test(
  "deleteKeptModel() leaves a program that two generations share to the other one",
  withCaches({
    "webllm/model": {
      [`${FOLDER}/Qwen2.5-0.5B-Instruct-q4f16_1-MLC/resolve/main/a.bin`]: "1",
      [`${FOLDER}/Qwen2.5-Coder-0.5B-Instruct-q4f16_1-MLC/resolve/main/a.bin`]: "1",
    },
    "webllm/wasm": { [`${PROGRAMS}/Qwen2-0.5B-Instruct-q4f16_1_cs1k-webgpu.wasm`]: "1" },
  }, async () => {
    assertStrictEquals(await deleteKeptModel("Qwen2.5-0.5B-Instruct-q4f16_1-MLC"), true);
  }),
);

Deno.test(
  "keptModels() tells a model that this page has brought from one that was here before",
  withCaches({
    "webllm/model": {
      [`${FOLDER}/${LLAMA}/resolve/main/a.bin`]: "1",
      [`${FOLDER}/snowflake-arctic-embed-s-q0f32-MLC/resolve/main/tensor-cache.json`]: JSON
        .stringify({ records: [] }),
    },
  }, async () => {
    await noteDownload(LLAMA);
    // All of it is here: nothing is downloaded, although a person has agreed.
    await noteDownload(ARCTIC);
    assertEquals((await keptModels()).map(({ isOurs }) => isOurs), [true, false]);
    await deleteKeptModel(LLAMA);
    assertEquals(loadedModels(), []);
  }),
);

Deno.test(
  "loadedModels() reads nothing that this page did not write",
  withCaches({}, () => {
    for (const text of ["{", "5", '[5, "a"]']) {
      localStorage.setItem("ask-stars-models", text);
      assertEquals(loadedModels(), text.startsWith("[") ? ["a"] : []);
    }
    return Promise.resolve();
  }),
);

Deno.test(
  "orphanedModels() names what this tab has brought and another one has deleted",
  withCaches({}, () => {
    noteLoadedModel("a");
    noteLoadedModel("b");
    localStorage.setItem("ask-stars-models", '["b"]');
    assertEquals(orphanedModels(), ["a"]);
    forgetLoadedModel("a");
    forgetLoadedModel("b");
    assertEquals([orphanedModels(), localStorage.length], [[], 0]);
    return Promise.resolve();
  }),
);
