// Copyright 2026 the Rivulet authors. MIT license.

// What the marks of a failure mean in the answers of the verbs that ask for a list. The wire cases
// have them in chats.

import { assertEquals } from "@std/assert";
import { lmStudio, ollama, openaiCompatible } from "@rivulet/llm";
import { OllamaEmbeddingClient, OpenAICompatibleEmbeddingClient } from "@rivulet/llm/embedding";

/** A call, and the member of an answer that holds what it asks for. */
interface Verb {
  readonly name: string;
  readonly key: string;
  readonly list: readonly unknown[];
  readonly expected: unknown;
  run(answer: object): Promise<unknown>;
}

const CONFIG = { baseUrl: "http://localhost:1", apiKey: "test-key" };
const OPTIONS = { baseUrl: "http://localhost:1", model: "m", timeoutMs: 5000 };

function answering(answer: object): () => Promise<Response> {
  return () => Promise.resolve(Response.json(answer));
}

const VERBS: readonly Verb[] = [
  {
    name: "models() of openaiCompatible",
    ...{ key: "data", list: [{ id: "m" }], expected: [{ name: "m" }] },
    run: (answer) => openaiCompatible.models({ ...CONFIG, fetch: answering(answer) }),
  },
  {
    name: "models() of lmStudio",
    ...{ key: "data", list: [{ id: "m" }], expected: [{ name: "m" }] },
    run: (answer) => lmStudio.models({ ...CONFIG, fetch: answering(answer) }),
  },
  {
    name: "models() of ollama",
    ...{ key: "models", list: [{ name: "m" }], expected: [{ name: "m" }] },
    run: (answer) => ollama.models({ ...CONFIG, fetch: answering(answer) }),
  },
  {
    name: "healthCheck() of OllamaEmbeddingClient",
    ...{ key: "models", list: [{ name: "m" }], expected: ["m"] },
    run: (answer) =>
      new OllamaEmbeddingClient({ ...OPTIONS, fetch: answering(answer) }).healthCheck(),
  },
  {
    name: "embedBatch() of OllamaEmbeddingClient",
    ...{ key: "embeddings", list: [[1, 2]], expected: [new Float32Array([1, 2])] },
    run: (answer) =>
      new OllamaEmbeddingClient({ ...OPTIONS, fetch: answering(answer) }).embedBatch(["a"]),
  },
  {
    name: "embedBatch() of OpenAICompatibleEmbeddingClient",
    ...{ key: "data", list: [{ embedding: [1, 2] }], expected: [new Float32Array([1, 2])] },
    run: (answer) =>
      new OpenAICompatibleEmbeddingClient({ ...OPTIONS, fetch: answering(answer) })
        .embedBatch(["a"]),
  },
];

async function outcome(run: Promise<unknown>): Promise<unknown> {
  return await run.catch(({ code, reason, serverCode }) => ({ code, reason, serverCode }));
}

const PLAIN: [what: string, fields: object, reason: string, serverCode?: string][] = [
  ["an error", { error: "boom" }, "boom"],
  ["an error with a code", { error: { message: "boom", code: "busy" } }, "boom", "busy"],
  ["an error in x_groq", { x_groq: { error: "boom" } }, "boom"],
  [
    "base_resp with a status code",
    { base_resp: { status_code: 1008, status_msg: "boom" } },
    "boom",
    "1008",
  ],
];

const MARKED: [what: string, fields: object, reason: string, serverCode?: string][] = [
  ["success that is false", { success: false, message: "boom" }, "boom"],
  ["a detail", { detail: "boom" }, "boom"],
  ["a code and words", { code: 40001, msg: "boom" }, "boom", "40001"],
  ["the words of an error", { errmsg: "boom" }, "boom"],
];

const HARMLESS: [what: string, fields: object][] = [
  ["an error that says success", { error: { code: 0, message: "success" } }],
  ["an error that says none", { error: "none" }],
  ["success that is true, with words", { success: true, message: "done" }],
  ["a code for success, with words of another language", { errcode: 0, errmsg: "成功" }],
  ["a message alone", { message: "done" }],
];

for (const { name, key, list, expected, run } of VERBS) {
  for (const [what, fields, reason, serverCode] of PLAIN) {
    Deno.test(`${name} refuses a list beside ${what}`, async () => {
      const failure = { code: "format", reason, serverCode };
      assertEquals(await outcome(run({ ...fields, [key]: list })), failure);
    });
  }

  for (const [what, fields, reason, serverCode] of MARKED) {
    Deno.test(`${name} takes a list beside ${what}, and refuses an empty one or none`, async () => {
      assertEquals(await outcome(run({ ...fields, [key]: list })), expected);
      const failure = { code: "format", reason, serverCode };
      for (const empty of [{ [key]: [] }, { [key]: null }, {}]) {
        assertEquals(await outcome(run({ ...fields, ...empty })), failure);
      }
    });
  }

  for (const [what, fields] of HARMLESS) {
    Deno.test(`${name} takes a list beside ${what}`, async () => {
      assertEquals(await outcome(run({ ...fields, [key]: list })), expected);
    });
  }
}

for (const { name, key, run } of VERBS.filter(({ name }) => !name.startsWith("embedBatch"))) {
  for (const [what, fields] of HARMLESS) {
    Deno.test(`${name} takes an empty list beside ${what}`, async () => {
      assertEquals(await outcome(run({ ...fields, [key]: [] })), []);
    });
  }
}
