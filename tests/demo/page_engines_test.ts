// Copyright 2026 the Rivulet authors. MIT license.

import { stub } from "@std/testing/mock";
import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import {
  diagnoseSilence,
  isLocalNetwork,
  type Place,
  promptWords,
} from "../../demo/engines/doctor.ts";
import { localServers, otherServer } from "../../demo/engines/local_server.ts";
import { originFixes } from "../../demo/engines/origin_fixes.ts";
import { whyCut } from "../../demo/engines/why_cut.ts";
import { previewRequest } from "../../demo/page/ask/sent_request.ts";
import { addressProblem, describeTarget, targetOf } from "../../demo/page/target/target_choice.ts";
import { applyDraft, draftOf } from "../../demo/page/target/target_draft.ts";
import { Keys, type TabStorage } from "../../demo/page/storage/keys.ts";
import { modelName, modelPicks } from "../../demo/page/target/model_picks.ts";
import { modelListWords } from "../../demo/page/messages/model_list_words.ts";
import { listServiceModels } from "../../demo/page/target/service_models.ts";
import { SERVICES } from "../../demo/page/target/services.ts";
import { targetStateOf } from "../../demo/page/messages/target_states.ts";
import { createState } from "../../demo/page/state/state.ts";
import { defaultSettings, readSettings } from "../../demo/page/storage/settings.ts";
import { ProviderError } from "@rivulet/llm";

const publicPage: Place = { origin: "https://you.github.io", browser: "chromium", system: "linux" };
const ownPage: Place = { ...publicPage, origin: "http://localhost:8000" };
type Permission = "granted" | "denied" | "prompt" | undefined;

const findings: [
  what: string,
  server: "local-a" | "local-b",
  place: Place,
  probes: { listens: boolean; permission?: Permission },
  message: string,
  state: string | undefined,
][] = [
  [
    "a refused origin",
    "local-a",
    publicPage,
    { listens: true },
    "Ollama is running but does not accept this page.",
    "blocked by CORS",
  ],
  [
    "CORS off",
    "local-b",
    ownPage,
    { listens: true },
    "LM Studio is running with CORS off.",
    "blocked by CORS",
  ],
  [
    "an unasked permission of a public page",
    "local-a",
    publicPage,
    {
      listens: false,
      permission: "prompt",
    },
    "Your browser blocks this page from reaching apps on this device.",
    "blocked by the browser",
  ],
  [
    "a denied permission of a local page",
    "local-a",
    ownPage,
    {
      listens: false,
      permission: "denied",
    },
    "Your browser blocks this page from reaching apps on this device.",
    "blocked by the browser",
  ],
  [
    "a silent server, local page",
    "local-a",
    ownPage,
    { listens: false, permission: "prompt" },
    "Nothing answers at http://localhost:11434.",
    "not running",
  ],
  [
    "a silent server, public page",
    "local-a",
    publicPage,
    { listens: false, permission: "granted" },
    "Nothing answers at http://localhost:11434.",
    "not running",
  ],
  [
    "a browser without the permission",
    "local-a",
    publicPage,
    { listens: false },
    "Nothing answers at http://localhost:11434.",
    "not running",
  ],
  [
    "Safari",
    "local-a",
    { ...publicPage, browser: "safari" },
    { listens: false },
    "Safari may block http://localhost from an https page.",
    undefined,
  ],
];
for (const [what, id, place, { listens, permission }, message, state] of findings) {
  Deno.test(`diagnoseSilence() names ${what}`, async () => {
    const diagnosis = await diagnoseSilence(
      { server: localServers.get(id)!, baseUrl: "http://localhost:11434", place },
      {
        isListening: () => Promise.resolve(listens),
        permission: () => Promise.resolve(permission),
      },
    );
    assertStrictEquals(diagnosis.message, message);
    assertStrictEquals(diagnosis.state, state);
    assert(diagnosis.fix !== undefined && diagnosis.ways!.length > 0);
  });
}

Deno.test("diagnoseSilence() gives the commands of no other server to one that it knows", async () => {
  const server = otherServer(localServers.get("local-b")!, "llama.cpp");
  const asked = { server, baseUrl: "http://localhost:8080", place: ownPage };
  const mayAsk = { ...silent, permission: () => Promise.resolve<Permission>("prompt") };
  const away = await diagnoseSilence(asked, mayAsk);
  assertEquals([away.message, away.state, away.fix, away.ways], [
    "Nothing answers at http://localhost:8080.",
    "not running",
    "Start the server there, or check the address.",
    undefined,
  ]);
  const refused = await diagnoseSilence(asked, {
    ...mayAsk,
    isListening: () => Promise.resolve(true),
  });
  assertEquals([refused.message, refused.fix, refused.ways], [
    "llama.cpp does not accept this page.",
    "Allow http://localhost:8000 in its settings for CORS, and restart it.",
    undefined,
  ]);
});

Deno.test("originFixes() fills in the origin, and puts the way of this system first", () => {
  for (
    const [system, start] of [["macos", "launchctl"], ["windows", "setx"], [
      "linux",
      "sudo",
    ]] as const
  ) {
    const fixes = originFixes("https://you.github.io", system);
    assert(fixes[0]!.command.startsWith(start));
    assertStrictEquals(new Set(fixes.map(({ command }) => command)).size, 5);
    for (const { command } of fixes) {
      assertStringIncludes(command, "https://you.github.io");
      assert(!command.includes("github.io/") && !command.includes("*"));
    }
  }
});

const silent = {
  isListening: () => Promise.resolve(false),
  permission: () => Promise.resolve<Permission>("denied"),
};

Deno.test("diagnoseSilence() names the switch in the words of each browser", async () => {
  const fixOf = async (browser: Place["browser"], permission: Permission) =>
    (await diagnoseSilence(
      {
        server: localServers.get("local-a")!,
        baseUrl: "http://localhost:11434",
        place: { ...publicPage, browser },
      },
      { ...silent, permission: () => Promise.resolve(permission) },
    )).fix!;
  assertStringIncludes(await fixOf("chromium", "denied"), "Site settings, Apps on device");
  const firefox = "Settings, Privacy & Security, Permissions, Device apps and services";
  assertStringIncludes(await fixOf("firefox", "denied"), firefox);
  // A Firefox that does not tell may still be what holds the page back.
  assertStringIncludes(await fixOf("firefox", undefined), firefox);
  assertStringIncludes(await fixOf("firefox", undefined), "Start Ollama");
  assert(!(await fixOf("chromium", undefined)).includes("Firefox"));
});

Deno.test("diagnoseSilence() says that an https page cannot call the network by http", async () => {
  const place = { ...publicPage };
  const server = localServers.get("local-a")!;
  const probes = { ...silent, permission: () => Promise.resolve<Permission>("granted") };
  const { message } = await diagnoseSilence(
    { server, baseUrl: "http://nas.local:11434", place },
    probes,
  );
  assertStrictEquals(message, "Browsers block http:// addresses of a network from an https page.");
  const own = await diagnoseSilence(
    { server, baseUrl: "http://nas.local:11434", place: ownPage },
    probes,
  );
  assertStrictEquals(own.message, "Nothing answers at http://nas.local:11434.");
});

Deno.test("promptWords() tells where Firefox asks", () => {
  assertStringIncludes(promptWords({ ...publicPage, browser: "firefox" }), "beside the address");
  assert(!promptWords(publicPage).includes("Firefox"));
});

const hosts: [hostname: string, isOfNetwork: boolean][] = [
  ["192.168.1.20", true],
  ["10.0.0.2", true],
  ["172.16.0.1", true],
  ["172.32.0.1", false],
  ["100.64.0.1", true],
  ["100.128.0.1", false],
  ["8.8.8.8", false],
  ["box", true],
  ["nas.local", true],
  ["nas.lan", true],
  ["nas.home.arpa", true],
  ["example.com", false],
  ["10.example.com", false],
  ["192.168.1.20.example.com", false],
  ["[fd00::1]", true],
  ["[fe80::1]", true],
  ["[2606:4700::1]", false],
];
for (const [hostname, isOfNetwork] of hosts) {
  Deno.test(`isLocalNetwork() ${isOfNetwork ? "knows" : "does not take"} ${hostname}`, () => {
    assertStrictEquals(isLocalNetwork(hostname), isOfNetwork);
  });
}

const addresses: [address: string, isFine: boolean][] = [
  ["https://api.openai.com", true],
  ["http://localhost:11434", true],
  ["http://127.0.0.1:1234/v1", true],
  ["http://box:1234", true],
  ["http://192.168.1.20:11434", true],
  ["http://nas.local:11434/v1", true],
  ["http://example.com", false],
  ["http://8.8.8.8:11434", false],
  ["https://ana:secret@example.com", false],
  ["http://[::1]:1234", false],
  ["ftp://x", false],
  ["localhost:11434", false],
  ["", false],
];
for (const [address, isFine] of addresses) {
  Deno.test(`addressProblem() ${isFine ? "accepts" : "explains"} ${JSON.stringify(address)}`, () => {
    assertStrictEquals(addressProblem(address) === undefined, isFine);
  });
}

/** The storage of a tab, to look into. */
function tabStorage(): { kept: Map<string, string>; storage: () => TabStorage } {
  const kept = new Map<string, string>();
  const storage: TabStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
  return { kept, storage: () => storage };
}

Deno.test("Keys gives a key to its own host alone", () => {
  const keys = new Keys(tabStorage().storage);
  keys.set("https://api.openai.com", " secret ");
  assertStrictEquals(keys.get("https://api.openai.com/v1"), "secret");
  assertStrictEquals(keys.get("https://api.openai.com.evil.example"), undefined);
  assertStrictEquals(keys.get("http://api.openai.com"), undefined);
  keys.set("https://api.openai.com/", "");
  assertStrictEquals(keys.get("https://api.openai.com"), undefined);
});

Deno.test("Keys keeps a key for the tab only where that was chosen", () => {
  const { kept, storage } = tabStorage();
  const address = "https://api.openai.com";
  const keys = new Keys(storage);
  keys.set(address, "secret");
  assertEquals([[...kept], keys.isKept(address)], [[], false]);
  keys.set(address, "secret", { keepForTab: true });
  assertEquals([kept.size, keys.isKept(address)], [1, true]);
  const reloaded = new Keys(storage);
  assertStrictEquals(reloaded.get(`${address}/v1`), "secret");
  assertEquals(reloaded.listKept(), [{ origin: address, bytes: 28 }]);
  reloaded.set(address, "secret");
  assertEquals([[...kept], reloaded.get(address)], [[], "secret"]);
  reloaded.set(address, "secret", { keepForTab: true });
  reloaded.set(address, "");
  assertEquals([[...kept], reloaded.get(address)], [[], undefined]);
  reloaded.set(address, "secret", { keepForTab: true });
  reloaded.clear();
  assertEquals([[...kept], reloaded.get(address)], [[], undefined]);
});

Deno.test("Keys tells which keys a reload forgets, and keeps them where that is chosen", () => {
  const { storage } = tabStorage();
  const keys = new Keys(storage);
  keys.set("https://api.openai.com/v1", "first");
  keys.set("https://models.example", "second", { keepForTab: true });
  assertEquals([keys.listUnkept(), keys.canKeep], [["https://api.openai.com"], true]);
  keys.keepAll();
  assertEquals(keys.listUnkept(), []);
  const reloaded = new Keys(storage);
  assertEquals(
    ["https://api.openai.com", "https://models.example"].map((address) => reloaded.get(address)),
    ["first", "second"],
  );
  const refused = () => {
    throw new DOMException("denied", "SecurityError");
  };
  assertEquals(new Keys(refused).canKeep, false);
});

Deno.test("Keys works in a browser that keeps nothing, and with what others have kept", () => {
  const refused = new Keys(() => {
    throw new DOMException("denied", "SecurityError");
  });
  refused.set("https://x.test", "secret", { keepForTab: true });
  assertStrictEquals(refused.get("https://x.test"), "secret");
  for (const text of ["no JSON", "null", '{"https://x.test":3}']) {
    const { kept, storage } = tabStorage();
    kept.set("ask-stars-keys", text);
    assertStrictEquals(new Keys(storage).get("https://x.test"), undefined);
  }
});

Deno.test("modelPicks() offers the twins that run without 16-bit shaders", () => {
  const half = modelPicks({ hasHalfPrecision: true });
  const full = modelPicks({ hasHalfPrecision: false });
  assertStrictEquals(half[0]!.id, "Llama-3.2-1B-Instruct-q4f16_1-MLC");
  assertEquals(full.map(({ id }) => id), half.map(({ id }) => id.replace("q4f16", "q4f32")));
  assertEquals(
    [...half, ...full].map(({ id, name }) => modelName(id) === name),
    Array(6).fill(true),
  );
  assertStrictEquals(modelName("llama3.1:8b"), "llama3.1:8b");
});

Deno.test("readSettings() takes over what fits and leaves out all else", () => {
  assertEquals(readSettings(null), defaultSettings);
  assertEquals(readSettings("x"), defaultSettings);
  const saved = readSettings({
    engine: "local-a",
    engines: { "local-a": { baseUrl: "http://localhost:1", model: 3, apiKey: "k" } },
    theme: "pink",
    user: "ana",
  });
  assertEquals([saved.engine, saved.theme, saved.user], ["local-a", "system", "ana"]);
  assertEquals(saved.engines, { "local-a": { baseUrl: "http://localhost:1" } });
  assertStrictEquals(readSettings({ engine: "other" }).engine, "webllm");
});

Deno.test("engineChoice() and describeTarget() say who answers", () => {
  const settings = readSettings({ engines: { "local-a": { baseUrl: "http://localhost:1" } } });
  const local = targetOf(settings, "local-a");
  assertEquals([local.baseUrl, local.model], ["http://localhost:1", undefined]);
  assertStrictEquals(describeTarget({ ...local, model: "m" }), "m on Ollama");
  assertStrictEquals(
    describeTarget(targetOf(settings, "webllm")),
    "Llama 3.2 1B in this browser",
  );
  assertStrictEquals(
    describeTarget(targetOf(settings, "standard-compatible")),
    "gpt-4o-mini at api.openai.com",
  );
});

Deno.test("describeEngine() calls a server what it is", () => {
  const choice = targetOf(readSettings({}), "local-b");
  assertStrictEquals(
    describeTarget({ ...choice, model: "m", serverName: "llama.cpp" }),
    "m on llama.cpp",
  );
});

Deno.test("modelListWords() says what a list means", () => {
  assertStrictEquals(modelListWords("local-a", ["llama3.1:8b", "x"], "Ollama"), "2 models ready.");
  assertStrictEquals(
    modelListWords("local-a", ["gemma3:4b"], "Ollama"),
    "llama3.1:8b is not installed. Pick one you have, or run: ollama pull llama3.1:8b",
  );
  assertStringIncludes(modelListWords("local-a", [], "Ollama"), "No model is installed. Run:");
  assertStrictEquals(modelListWords("local-b", ["x"], "llama.cpp"), "1 model ready.");
  // Nobody knows the commands of a server that has not told its name.
  assertStrictEquals(modelListWords("local-b", [], "local server"), "No model is loaded there.");
});

const services: [address: string, models: string][] = [
  ["https://api.openai.com", "https://api.openai.com/v1/models"],
  ["https://openrouter.ai/api/v1/", "https://openrouter.ai/api/v1/models"],
  ["https://x.test/v1beta/openai/chat/completions", "https://x.test/v1beta/openai/models"],
];
/** Where a service is asked for its models. */
async function modelsAddress(address: string): Promise<string> {
  const asked: string[] = [];
  using _fetch = stub(globalThis, "fetch", (url) => {
    asked.push(String(url));
    return Promise.resolve(Response.json({ data: [{ id: "m" }] }));
  });
  const { signal } = new AbortController();
  assertEquals(await listServiceModels({ address, key: "k" }, signal), { models: ["m"] });
  return asked.join();
}

const serviceAnswers: [what: string, respond: () => Response, message: string, words?: string][] = [
  [
    "a wrong key",
    () => Response.json({ detail: "no" }, { status: 401 }),
    "x.test refused the key.",
    "no",
  ],
  [
    "errors in a list",
    () => Response.json({ errors: [{ message: "no" }] }, { status: 403 }),
    "x.test refused the key.",
    "no",
  ],
  [
    "another status",
    () => new Response("", { status: 404 }),
    "x.test does not list its models (404). Type the name of one.",
  ],
  ["no list", () => Response.json({}), "x.test gives no list of models. Type the name of one."],
  [
    "a redirect, which is not followed",
    () => new Response("", { status: 302, headers: { location: "https://y.test/" } }),
    "x.test does not list its models (302). Type the name of one.",
    "the server redirects to https://y.test/",
  ],
];
for (const [what, respond, message, serverWords] of serviceAnswers) {
  Deno.test(`listServiceModels() tells ${what}`, async () => {
    using _fetch = stub(globalThis, "fetch", () => Promise.resolve(respond()));
    const { signal } = new AbortController();
    const found = await listServiceModels({ address: "https://x.test", key: "k" }, signal);
    const words = serverWords === undefined ? {} : { serverWords };
    assertEquals(found, { problem: { message, ...words } });
  });
}

for (const [address, models] of services) {
  Deno.test(`listServiceModels() asks beside ${address}`, async () => {
    assertStrictEquals(await modelsAddress(address), models);
  });
}

Deno.test("SERVICES are addresses that the page and the library take as they are", async () => {
  for (const { address } of SERVICES) {
    assertStrictEquals(addressProblem(address), undefined);
    const { url } = await previewRequest(
      "standard-compatible",
      { baseUrl: address, model: "m", apiKey: "test-key-of-nobody" },
      { prompt: "Q", contextSnippets: [] },
    );
    assertStrictEquals(
      await modelsAddress(address),
      url!.replace(/\/chat\/completions$/, "/models"),
    );
  }
});

/** The page as far as a draft goes. */
function draftPage(settings: unknown): Parameters<typeof applyDraft>[2] {
  const collection = { title: "Sample", repositories: [] };
  return {
    state: createState({ settings: readSettings(settings), collection, example: "" }),
    keys: new Keys(tabStorage().storage),
  };
}

Deno.test("applyDraft() takes nothing over that cannot be used", () => {
  const page = draftPage({});
  const draft = draftOf("local-a", page);
  const problem = applyDraft("local-a", { ...draft, address: "ftp://x" }, page);
  assertStrictEquals(problem?.field, "address");
  assertStrictEquals(page.state.settings.value.engine, "webllm");
  const remote = draftOf("standard-compatible", page);
  assertStrictEquals(
    applyDraft("standard-compatible", { ...remote, model: " " }, page)?.field,
    "model",
  );
});

Deno.test("applyDraft() forgets what a check of another address has found", () => {
  const page = draftPage({});
  const words = () => targetStateOf(page.state.targets.value, "local-a").words;
  const draft = draftOf("local-a", page);
  const found = { words: "ready", mood: "ready", model: "m" } as const;
  assertStrictEquals(applyDraft("local-a", { ...draft, model: "n", found }, page), undefined);
  assertStrictEquals(page.state.targets.value.get("local-a")?.model, "n");
  applyDraft("local-a", { ...draft, address: "http://localhost:9" }, page);
  assertStrictEquals(words(), "not checked");
});

Deno.test("draftOf() another address has neither the model nor the key of the one before", () => {
  const page = draftPage({
    engines: { "standard-compatible": { baseUrl: "https://api.test", model: "m" } },
  });
  page.keys.set("https://api.test", "secret");
  const { model, key } = draftOf("standard-compatible", page);
  assertEquals([model, key], ["m", "secret"]);
  const other = draftOf("standard-compatible", page, { address: "http://localhost:1234" });
  assertEquals([other.address, other.model, other.key], ["http://localhost:1234", "", ""]);
});

Deno.test("previewRequest() shows the real request without the key, and sends nothing", async () => {
  const config = { baseUrl: "https://api.openai.com", model: "m", apiKey: "test-key-of-nobody" };
  const sent = await previewRequest("standard-compatible", config, {
    prompt: "Q",
    contextSnippets: ["S"],
  });
  assertStrictEquals(sent.url, "https://api.openai.com/v1/chat/completions");
  assertStrictEquals(sent.headers["Authorization"], "Bearer (your key)");
  assertEquals(sent.messages[1], { role: "user", content: "Q\n\nContext 1:\nS" });
  const local = await previewRequest("webllm", { baseUrl: "", model: "m" }, {
    prompt: "Q",
    contextSnippets: ["S"],
  });
  assertEquals([local.url, local.messages], [undefined, sent.messages]);
  await assertRejects(
    () =>
      previewRequest("standard-compatible", { ...config, apiKey: "" }, {
        prompt: "Q",
        contextSnippets: [],
      }),
    ProviderError,
  );
});

Deno.test("whyCut() speaks only of answers that may be cut", () => {
  const marker = { endedBy: "marker", tokenCount: 1 } as const;
  assertStrictEquals(whyCut({ ...marker, finishReason: "stop" }), undefined);
  assertStringIncludes(whyCut({ ...marker, finishReason: "length" })!, "limit of tokens");
  assertStringIncludes(whyCut({ ...marker, endedBy: "eof" })!, "without an end marker");
});
