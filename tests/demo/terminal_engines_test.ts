// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { EmbeddingError } from "@rivulet/llm";
import { firstLocalTarget } from "../../demo/engines/choose.ts";
import { findEmbedder } from "../../demo/engines/embedder.ts";
import {
  listModels,
  localServers,
  ModelListError,
  ServerSilentError,
} from "../../demo/engines/local_server.ts";
import { NoModelError } from "../../demo/engines/missing_model.ts";
import { prefixesFor } from "../../demo/stars/embedding_text.ts";
import { createLookUp } from "../../demo/terminal/server_looks.ts";

const { signal } = new AbortController();

/** Servers that answer at these addresses. */
function stubServers(answers: Record<string, () => Response>) {
  return stub(globalThis, "fetch", (url: string | URL | Request) => {
    const answer = answers[String(url)];
    return answer === undefined
      ? Promise.reject(new TypeError("error sending request for url (x)"))
      : Promise.resolve(answer());
  });
}

const OLLAMA = "http://localhost:11434/api/tags";
const LM_STUDIO = "http://localhost:1234/v1/models";
const tags = (...names: string[]) => () =>
  Response.json({ models: names.map((name) => ({ name })) });
const data = (...names: string[]) => () =>
  Response.json({ data: names.map((id) => ({ id, "owned_by": "organization_owner" })) });

async function found(answers: Record<string, () => Response>, model?: string): Promise<string> {
  using _servers = stubServers(answers);
  const target = await firstLocalTarget({ model, lookUp: createLookUp(signal) }, signal);
  return `${target?.name} ${target?.model}`;
}

Deno.test("firstLocalTarget() goes on where the first server has no model that answers, or another", async () => {
  const answers = { [OLLAMA]: tags("all-minilm"), [LM_STUDIO]: data("qwen") };
  assertStrictEquals(await found(answers), "LM Studio qwen");
  assertStrictEquals(
    await found({ ...answers, [OLLAMA]: tags("llama3.1:8b") }, "qwen"),
    "LM Studio qwen",
  );
});

const missing: [ollama: string[], lmStudio: string[], model: string | undefined, words: string][] =
  [
    [
      ["a"],
      ["b"],
      "c",
      "c is not installed. Pick one you have (a in Ollama; b in LM Studio), or run `ollama pull c`.",
    ],
    [[], ["b"], "c", "c is not installed. Pick one you have (b), or run `ollama pull c`."],
    [[], [], "c", "c is not installed. Run `ollama pull c`."],
    [
      ["all-minilm"],
      [],
      undefined,
      "Ollama has no model that answers (only all-minilm), LM Studio has no model that answers. " +
      "Run `ollama pull llama3.1:8b`.",
    ],
  ];

for (const [ollama, lmStudio, model, words] of missing) {
  Deno.test(`firstLocalTarget() says: ${words}`, async () => {
    const answers = { [OLLAMA]: tags(...ollama), [LM_STUDIO]: data(...lmStudio) };
    const error = await assertRejects(() => found(answers, model), NoModelError);
    assertStrictEquals(error.message.replace("The server at localhost:1234", "LM Studio"), words);
  });
}

Deno.test("createLookUp() looks each server up once", async () => {
  using servers = stubServers({ [OLLAMA]: tags("a") });
  const lookUp = createLookUp(signal);
  await firstLocalTarget({ lookUp }, signal);
  await firstLocalTarget({ lookUp }, signal);
  const asked = servers.calls.map(({ args: [url] }) => String(url));
  assertEquals(asked.toSorted(), [OLLAMA, LM_STUDIO]);
});

const listedAt: [baseUrl: string][] = [
  ["http://localhost:11434"],
  ["http://localhost:11434/v1"],
  ["http://localhost:11434/api/"],
  ["http://localhost:11434/api/chat"],
];
for (const [baseUrl] of listedAt) {
  Deno.test(`listModels() understands ${baseUrl} as a question does`, async () => {
    using _servers = stubServers({ [OLLAMA]: tags("a") });
    const models = await listModels(localServers.get("local-a")!, baseUrl, signal);
    assertEquals(models, [{ name: "a", embeds: false }]);
  });
}

Deno.test("listModels() passes by what has no name", async () => {
  using _servers = stubServers({ [OLLAMA]: () => Response.json({ models: [{ name: 1 }, {}] }) });
  const server = localServers.get("local-a")!;
  assertEquals(await listModels(server, "http://localhost:11434", signal), []);
});

Deno.test("listModels() refuses what is no list", async () => {
  using _servers = stubServers({ [OLLAMA]: () => Response.json({ error: "boom" }) });
  await assertRejects(
    () => listModels(localServers.get("local-a")!, "http://localhost:11434", signal),
    ModelListError,
    "The server at http://localhost:11434 is not Ollama",
  );
});

const NAMES = ["nomic-embed-text:latest", "text-embedding-nomic-embed-text-v1.5"] as const;

const EMBEDDERS: [
  what: string,
  answers: Record<string, () => Response>,
  otherUrl: string | undefined,
  found: string | undefined,
][] = [
  [
    "the model of Ollama first",
    { [OLLAMA]: tags("bge-m3", NAMES[0]), [LM_STUDIO]: data(NAMES[1]) },
    undefined,
    `${NAMES[0]} at http://localhost:11434`,
  ],
  [
    "that of LM Studio where Ollama has none",
    { [OLLAMA]: tags("llama3.1:8b"), [LM_STUDIO]: data("qwen", "bge-m3", NAMES[1]) },
    undefined,
    `${NAMES[1]} at http://localhost:1234`,
  ],
  [
    "that of LM Studio where Ollama is not there",
    { [LM_STUDIO]: data("bge-m3") },
    undefined,
    "bge-m3 at http://localhost:1234",
  ],
  [
    "that of a server that was named",
    { [OLLAMA]: tags(NAMES[0]), "http://localhost:8080/v1/models": data("bge-m3") },
    "http://localhost:8080/v1",
    "bge-m3 at http://localhost:8080/v1",
  ],
  [
    "that of Ollama where the named one has none",
    { [OLLAMA]: tags(NAMES[0]), "http://localhost:8080/v1/models": data("qwen") },
    "http://localhost:8080",
    `${NAMES[0]} at http://localhost:11434`,
  ],
  [
    "none where those that answer have none",
    { [OLLAMA]: tags("llama3.1:8b") },
    undefined,
    undefined,
  ],
];

for (const [what, answers, otherUrl, expected] of EMBEDDERS) {
  Deno.test(`findEmbedder() takes ${what}`, async () => {
    using _servers = stubServers(answers);
    const found = await findEmbedder({ otherUrl, lookUp: createLookUp(signal) }, signal);
    assertStrictEquals(found && `${found.model} at ${found.baseUrl}`, expected);
  });
}

Deno.test("findEmbedder() rejects where no server answers, and where an address may not get texts", async () => {
  const lookUp = createLookUp(signal);
  {
    using _servers = stubServers({});
    await assertRejects(() => findEmbedder({ lookUp }, signal), ServerSilentError, "11434");
  }
  const baseUrl = "http://192.168.1.2:11434";
  using _servers = stubServers({
    [`${baseUrl}/api/tags`]: tags(NAMES[0]),
    [LM_STUDIO]: data("qwen"),
  });
  const { code } = await assertRejects(
    () => findEmbedder({ baseUrl, lookUp: createLookUp(signal) }, signal),
    EmbeddingError,
  );
  assertStrictEquals(code, "config");
});

Deno.test("prefixesFor() knows a model by its name, whatever a server writes before it", () => {
  const { query } = prefixesFor("text-embedding-nomic-embed-text-v1.5");
  assertStrictEquals(query, "search_query: ");
  assertEquals(prefixesFor("nomic-ai/Nomic-Embed-Text-v1.5-GGUF"), prefixesFor("nomic-embed-text"));
  assertEquals(prefixesFor("text-embedding-bge-m3"), { document: "", query: "" });
});
