// Copyright 2026 the Rivulet authors. MIT license.

/// <reference lib="dom" />

// The script of the test page: asks as a page would, and hands on what came.

import { formatProviderError, getProviderById } from "@rivulet/llm";
import {
  createWebLLMEmbeddingClient,
  createWebLLMProvider,
  isWebLLMModelCached,
  type WebLLMAppConfig,
  type WebLLMEmbeddingClient,
  type WebLLMModelIntegrity,
  type WebLLMProvider,
  type WebLLMProviderOptions,
} from "@rivulet/llm/webllm";
import { installScript, type OpenedPackage, script } from "./script.ts";

/**
 * How a page is made: `default` is the registry's provider, `broken worker` has a worker whose file
 * is missing, `other worker` one that the package's own handler serves.
 */
type Setup =
  | "default"
  | "page"
  | "worker"
  | "scripted page"
  | "scripted worker"
  | "broken worker"
  | "other worker";

/** What to ask, and of which provider; or what to embed. */
export interface Question {
  setup: Setup;
  model: string;
  allow?: boolean;
  /** To be embedded. */
  texts?: string[] | undefined;
  /** What to ask. @default {"Q"} */
  prompt?: string;
  /** Checksums of the model's files. */
  integrity?: WebLLMModelIntegrity;
  /** Where the engine keeps its files. */
  backend?: WebLLMAppConfig["cacheBackend"];
}

/** A model, and the list in which it stands; without one it is the engine's own. */
export interface ListedModel {
  id: string;
  appConfig?: WebLLMAppConfig;
}

/** What a page sees of an answer. */
export interface Outcome {
  tokens: string[];
  vectors?: number[][];
  progress: [number: number, text: string][];
  error?: { name: string; code: string; message: string; formatted: string; cause: string };
}

/** The functions that a test calls in the page. */
export interface TestPage {
  ask(question: Question): Promise<Outcome>;
  /** Asks and lets the question run. */
  begin(question: Question): void;
  /** Aborts the question that runs. */
  abort(): Promise<Outcome>;
  /** What has come of that question until now. */
  outcome(): Promise<Outcome>;
  isModelCached(question: Question): Promise<boolean>;
  deleteModel(question: Question): Promise<void>;
  cachedFiles(): Promise<string[]>;
  /** Puts files into the caches of the engine, by cache and address. */
  keepFiles(files: Record<string, Record<string, string>>): Promise<void>;
  /** Asks without an engine. */
  isListedModelCached(model: ListedModel): Promise<boolean | string>;
  deleteListedModel(model: ListedModel): Promise<void>;
  /** Holds the script at a point; settles when it is there. */
  holdScript(point: string): Promise<void>;
  releaseScript(): void;
}

const { origin } = location;

const record = (id: string, program: string) => ({
  model: `${origin}/model/${id}`,
  "model_id": id,
  "model_lib": `${origin}/model/${id}/${program}`,
});

const appConfig: WebLLMAppConfig = {
  "model_list": [
    record("m-q4f32", "program.wasm"),
    record("no-program", "missing.wasm"),
    record("many-q4f32", "program.wasm"),
    record("cut-q4f32", "program.wasm"),
    { ...record("e-q0f32", "program.wasm"), "model_type": 1 },
  ],
};

/** Who answers or embeds, with one setup, model and consent. */
interface Caller extends Pick<WebLLMEmbeddingClient, "isModelCached" | "deleteModel"> {
  run(question: Question, outcome: Outcome, signal: AbortSignal): Promise<void>;
}

const callers = new Map<string, Caller>();

function callerOf(question: Question): Caller {
  const { texts, prompt: _, ...options } = question;
  const key = JSON.stringify([options, texts === undefined]);
  const create = texts === undefined ? createChat : createEmbedding;
  const caller = callers.get(key) ?? create(question);
  callers.set(key, caller);
  return caller;
}

function createChat(question: Question): Caller {
  const { setup, model, allow } = question;
  const provider = setup === "default"
    ? getProviderById("webllm") as WebLLMProvider
    : createWebLLMProvider(optionsOf(question));
  return {
    isModelCached: () => provider.isModelCached(model),
    deleteModel: () => provider.deleteModel(model),
    run: ({ prompt = "Q" }, outcome, signal) =>
      provider.stream({ baseUrl: "", model, allowModelDownload: allow }, {
        prompt,
        contextSnippets: [],
        signal,
        onToken: (token) => outcome.tokens.push(token),
        onInitProgress: (...progress) => outcome.progress.push(progress),
      }),
  };
}

function createEmbedding(question: Question): Caller {
  const { setup, model, allow } = question;
  let hearing: Outcome | undefined;
  const client = createWebLLMEmbeddingClient({
    ...setup === "default" ? {} : optionsOf(question),
    // Without a model in the question: the client's own default.
    model: model === "" ? undefined : model,
    allowModelDownload: allow,
    onInitProgress: (...progress) => hearing?.progress.push(progress),
  });
  return {
    ...client,
    async run({ texts }, outcome, signal) {
      hearing = outcome;
      const vectors = await client.embedBatch(texts!, { signal });
      outcome.vectors = vectors.map((vector) => [...vector]);
    },
  };
}

function optionsOf({ setup, backend, integrity }: Question): WebLLMProviderOptions {
  const list = appConfig.model_list.map((record) => ({ ...record, integrity }));
  return {
    appConfig: { "model_list": list, cacheBackend: backend },
    worker: workerOf(setup),
    loadEngine: setup.startsWith("scripted") ? openedEngine : undefined,
  };
}

function workerOf(setup: Setup): (() => Worker) | undefined {
  if (!setup.endsWith("worker")) return undefined;
  const files = {
    worker: "page_worker.js",
    "scripted worker": "opened_worker.js",
    "other worker": "other_worker.js",
  };
  const file = files[setup as keyof typeof files] ?? "missing_worker.js";
  return () => new Worker(`/${file}`, { type: "module" });
}

async function openedEngine(): Promise<unknown> {
  // A variable keeps the bundler from looking for the file.
  const address = "/opened_package.js";
  return installScript(await import(address) as OpenedPackage);
}

let controller = new AbortController();
let running: Promise<Outcome>;

async function ask(question: Question): Promise<Outcome> {
  controller = new AbortController();
  const outcome: Outcome = { tokens: [], progress: [] };
  try {
    await callerOf(question).run(question, outcome, controller.signal);
  } catch (error) {
    outcome.error = describe(error as Error & { code?: string });
  }
  return outcome;
}

function describe(error: Error & { code?: string }): NonNullable<Outcome["error"]> {
  const { name, code = "", message, cause } = error;
  return {
    name,
    code,
    message,
    cause: String(cause),
    formatted: formatProviderError(error, "local"),
  };
}

interface Device {
  readonly lost: Promise<unknown>;
}

/** How many graphics devices the page has, and how many it had. */
const devices = { live: 0, made: 0 };
const { GPUAdapter } = globalThis as unknown as {
  GPUAdapter?: { prototype: { requestDevice(...values: unknown[]): Promise<Device> } };
};
if (GPUAdapter !== undefined) {
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (...values) {
    const device = await requestDevice.apply(this, values);
    devices.live++;
    devices.made++;
    device.lost.then(() => devices.live--);
    return device;
  };
}

const page: TestPage = {
  ask,
  begin(question) {
    running = ask(question);
  },
  abort() {
    controller.abort();
    return running;
  },
  outcome: () => running,
  isModelCached: (question) => callerOf(question).isModelCached(),
  deleteModel: (question) => callerOf(question).deleteModel(),
  async cachedFiles() {
    const files: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      files.push(...requests.map(({ url }) => `${name} ${url.split("/").at(-1)}`));
    }
    return files;
  },
  async keepFiles(files) {
    for (const [name, entries] of Object.entries(files)) {
      const cache = await caches.open(name);
      for (const [address, text] of Object.entries(entries)) {
        await cache.put(address, new Response(text));
      }
    }
  },
  isListedModelCached: ({ id, appConfig }) =>
    isWebLLMModelCached(id, { appConfig }).catch(({ code, message }) => `${code}: ${message}`),
  deleteListedModel: ({ id, appConfig }) => createWebLLMProvider({ appConfig }).deleteModel(id),
  holdScript: (point) =>
    new Promise((resolve) => {
      script.at = (name) => {
        if (name !== point) return Promise.resolve();
        resolve();
        return new Promise((release) => {
          page.releaseScript = () => {
            script.at = () => Promise.resolve();
            release();
          };
        });
      };
    }),
  releaseScript: () => {},
};

Object.assign(globalThis, { page, devices });
