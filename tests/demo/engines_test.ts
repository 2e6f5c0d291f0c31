// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { getProviderById, type LLMProviderId, ProviderError } from "@rivulet/llm";
import { chosenTarget, firstLocalTarget } from "../../demo/engines/choose.ts";
import { explainFailure } from "../../demo/engines/explain.ts";
import {
  localServers,
  ModelListError,
  ModelMissingError,
  otherServer,
} from "../../demo/engines/local_server.ts";

const { signal } = new AbortController();

function stubServers(answers: Record<string, unknown>) {
  return stub(globalThis, "fetch", (url: string | URL | Request) => {
    const answer = answers[url as string];
    if (answer === undefined) {
      return Promise.reject(new TypeError("error sending request for url (x)"));
    }
    return Promise.resolve(answer instanceof Response ? answer : Response.json(answer));
  });
}

const tags = (...names: string[]) => ({ models: names.map((name) => ({ name })) });
const OLLAMA = "http://localhost:11434/api/tags";
const LM_STUDIO = "http://localhost:1234/v1/models";

async function firstModel(
  answers: Record<string, unknown>,
  model?: string,
): Promise<string | undefined> {
  using _servers = stubServers(answers);
  const target = await firstLocalTarget({ model }, signal);
  return target && `${target.name} ${target.model}`;
}

Deno.test("firstLocalTarget() takes Ollama and its default model first", async () => {
  const answers = {
    [OLLAMA]: tags("gemma3:4b", "llama3.1:8b"),
    [LM_STUDIO]: { data: [{ id: "m" }] },
  };
  assertStrictEquals(await firstModel(answers), "Ollama llama3.1:8b");
});

Deno.test("firstLocalTarget() takes the first model that answers where the default is missing", async () => {
  const answers = { [OLLAMA]: tags("nomic-embed-text:latest", "all-minilm", "gemma3:4b") };
  assertStrictEquals(await firstModel(answers), "Ollama gemma3:4b");
});

Deno.test("firstLocalTarget() takes LM Studio where Ollama does not answer, or is something else", async () => {
  const lmStudio = { [LM_STUDIO]: { data: [{ id: "text-embedding-nomic" }, { id: "qwen" }] } };
  assertStrictEquals(await firstModel(lmStudio), "LM Studio qwen");
  assertStrictEquals(
    await firstModel({ ...lmStudio, [OLLAMA]: new Response("<html>") }),
    "LM Studio qwen",
  );
  assertStrictEquals(await firstModel({ ...lmStudio, [OLLAMA]: { other: 1 } }), "LM Studio qwen");
});

Deno.test("firstLocalTarget() finds nothing where nothing answers", async () => {
  assertStrictEquals(await firstModel({}), undefined);
});

Deno.test("firstLocalTarget() completes the name of a model", async () => {
  assertStrictEquals(
    await firstModel({ [OLLAMA]: tags("gemma3:latest") }, "gemma3"),
    "Ollama gemma3:latest",
  );
});

Deno.test("firstLocalTarget() says which models there are, and the command for the missing one", async () => {
  await assertRejects(
    () => firstModel({ [OLLAMA]: tags("a", "b") }, "c"),
    ModelMissingError,
    "c is not installed. Pick one you have (a, b), or run `ollama pull c`.",
  );
  await assertRejects(
    () => firstModel({ [OLLAMA]: tags() }),
    ModelMissingError,
    "Run `ollama pull llama3.1:8b`.",
  );
});

Deno.test("chosenTarget() asks at the address that people paste", async () => {
  using _servers = stubServers({ "http://box:1/v1/models": { data: [{ id: "m" }] } });
  const target = await chosenTarget("local-b", { baseUrl: "http://box:1/v1/" }, signal);
  assertEquals([target.baseUrl, target.model], ["http://box:1/v1/", "m"]);
});

Deno.test("chosenTarget() believes in a model where the server lists none", async () => {
  using _servers = stubServers({ [LM_STUDIO]: new Response("", { status: 404 }) });
  assertStrictEquals((await chosenTarget("local-b", { model: "m" }, signal)).model, "m");
});

Deno.test("chosenTarget() asks a remote provider nothing", async () => {
  using servers = stubServers({});
  const target = await chosenTarget("standard-compatible", {}, signal);
  assertEquals([target.baseUrl, target.model], ["https://api.openai.com", "gpt-4o-mini"]);
  assertStrictEquals(servers.calls.length, 0);
});

function explain(id: LLMProviderId, error: unknown) {
  const { definition } = getProviderById(id);
  const explanation = explainFailure(error, {
    definition,
    baseUrl: definition.defaultBaseUrl,
    model: "m",
  });
  return explanation && [explanation.message, explanation.fix, explanation.serverWords];
}

Deno.test("explainFailure() knows the page of a proxy whose server does not answer", () => {
  const { definition } = getProviderById("local-b");
  const place = { definition, baseUrl: "http://box:8080", model: "qwen" };
  const words = {
    message: "A proxy at box:8080 gets no answer from the server behind it (502).",
    fix: "Start that server, or try again in a moment.",
  };
  const answer = new ProviderError("http", "x", { status: 502 });
  assertEquals(explainFailure(answer, place), words);
  const server = { name: "llama.cpp", provider: "local-b" } as const;
  const list = new ModelListError("x", server, 502, { baseUrl: "http://box:8080" });
  assertEquals(explainFailure(list), words);
  const told = new ProviderError("http", "x", { status: 502, reason: "no backend" });
  assertEquals(explainFailure(told, place)?.serverWords, "no backend");
});

Deno.test("explainFailure() tells the words of the engine in the browser from those of a server", () => {
  const { definition } = getProviderById("webllm");
  const error = new ProviderError("engine", "Delete the model and download it again", {
    reason: "NetworkError when attempting to fetch resource.",
  });
  assertEquals(explainFailure(error, { definition, baseUrl: "", model: "m" }), {
    message: "Delete the model and download it again",
    engineWords: "NetworkError when attempting to fetch resource.",
  });
});

function http(
  status: number,
  details: { reason?: string; retryAfterMs?: number } = {},
): ProviderError {
  return new ProviderError("http", `Provider request failed (${status})`, { status, ...details });
}

const silence = new TypeError("fetch failed");
const rows: [LLMProviderId, unknown, message: string, fix?: string | undefined, words?: string][] =
  [
    [
      "local-a",
      silence,
      "Nothing answers at http://localhost:11434.",
      "Start it with: ollama serve",
    ],
    [
      "local-b",
      silence,
      "Nothing answers at http://localhost:1234.",
      "Start it with: lms server start",
    ],
    [
      "standard-compatible",
      silence,
      "No reply from api.openai.com. You may be offline, or the address may be wrong.",
    ],
    [
      "local-b",
      http(401),
      "LM Studio asks for a token; this provider sends none.",
      "Server Settings, Require Authentication, off",
    ],
    [
      "local-b",
      new ModelListError("x", localServers.get("local-b")!, 401),
      "LM Studio asks for a token; this provider sends none.",
      "Server Settings, Require Authentication, off",
    ],
    [
      "local-a",
      http(401, { reason: "unauthorized" }),
      "Ollama asks you to sign in, as models of its cloud need it.",
      "Run: ollama signin",
      "unauthorized",
    ],
    [
      "local-a",
      new ModelListError("x", localServers.get("local-a")!, 403, { reason: "no" }),
      "Ollama refuses this request.",
      "Allow where it comes from in OLLAMA_ORIGINS, and restart Ollama. " +
      "A model of its cloud may need a plan as well.",
      "no",
    ],
    [
      "local-b",
      new ModelListError("x", otherServer(localServers.get("local-b")!), 401),
      "The server asks for a key.",
    ],
    [
      "standard-compatible",
      http(401, { reason: "bad key" }),
      "api.openai.com refused the key.",
      undefined,
      "bad key",
    ],
    [
      "standard-compatible",
      http(403),
      "api.openai.com refuses the question (403).",
      "The key may not be allowed to use m.",
    ],
    ["standard-compatible", http(404), "api.openai.com has no model m."],
    [
      "local-a",
      http(404, { reason: "model 'm' not found" }),
      "localhost:11434 has no model m.",
      "ollama pull m",
      "model 'm' not found",
    ],
    [
      "standard-compatible",
      http(429, { retryAfterMs: 19_200 }),
      "api.openai.com is limiting requests. Try again in 20 s.",
    ],
    [
      "standard-compatible",
      http(429),
      "api.openai.com is limiting requests. Try again in about a minute.",
    ],
    ["local-a", http(503), "localhost:11434 had a problem (503)."],
    [
      "local-a",
      http(400, { reason: "no" }),
      "localhost:11434 refuses the question (400).",
      undefined,
      "no",
    ],
    [
      "local-a",
      new ProviderError("stream", "Provider stream failed: gone", { reason: "gone" }),
      "m ended with an error.",
      undefined,
      "gone",
    ],
    ["local-a", new ModelMissingError("c is not installed."), "c is not installed."],
  ];

for (const [id, error, ...expected] of rows) {
  Deno.test(`explainFailure() of ${id}: ${expected[0]}`, () => {
    assertEquals(explain(id, error), [expected[0], expected[1], expected[2]]);
  });
}

Deno.test("explainFailure() does not explain an error that is no provider's", () => {
  assertStrictEquals(explain("local-a", new TypeError("x is not a function")), undefined);
});

Deno.test("explainFailure() leads a local server behind a key to the address with a key", () => {
  const error = new ModelListError("x", otherServer(localServers.get("local-b")!), 401);
  assertStrictEquals(explainFailure(error)?.next, "address");
});
