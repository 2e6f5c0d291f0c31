// Copyright 2026 the Rivulet authors. MIT license.

// The real engine for the page, with a script where it would need a graphics card, and small files in place of the real ones.

/// <reference lib="deno.unstable" />

import type { BrowserContext } from "playwright-core";
import { fileURLToPath } from "node:url";
import type { PageFile } from "../../demo/build.ts";
import { openedPackageText } from "./webllm_package.ts";
import { chatConfig } from "./webllm_script.ts";

/** Where the page fetches models from. */
export const MODEL_HOSTS = ["huggingface.co", "raw.githubusercontent.com"];

/** The parts of the weights. */
export const SHARDS = ["params_shard_0.bin", "params_shard_1.bin", "params_shard_2.bin"];
const SHARD_BYTES = 2_000_000;

const WORKER = `
import "./worker_ledger.js";
import * as opened from "./opened_package.js";
import { installScript } from "./webllm_script.js";
installScript(opened);
const handler = new opened.WebWorkerMLCEngineHandler();
addEventListener("message", (event) => handler.onmessage(event));
`;

/** Files that replace the worker of the page's engine. */
export async function scriptedEngineFiles(): Promise<Record<string, PageFile>> {
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles = [] } = await Deno.bundle({
    entrypoints: [path("./webllm_script.ts"), path("../../demo/page/privacy/worker_ledger.ts")],
    outputDir: "/scripts",
    platform: "browser",
    write: false,
  });
  return {
    ...Object.fromEntries(outputFiles.map((file) => {
      return [file.path.replaceAll("\\", "/").split("/").at(-1)!, script(file.text())];
    })),
    "opened_package.js": script(await openedPackageText()),
    "engine_worker.js": script(WORKER),
  };
}

function script(text: string): PageFile {
  return { contents: new TextEncoder().encode(text), type: "text/javascript; charset=utf-8" };
}

/** The hosts of the models, played inside the browser. */
export interface PlayedHosts {
  /** The names of the files, as they were asked for. */
  readonly asked: string[];
  /** Lets the last part of the weights come. */
  release(): void;
}

export async function playModelHosts(context: BrowserContext): Promise<PlayedHosts> {
  const asked: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const records = SHARDS.map((dataPath) => ({ dataPath, nbytes: SHARD_BYTES, records: [] }));
  const files: Record<string, unknown> = {
    "mlc-chat-config.json": chatConfig,
    "tokenizer.json": {
      version: "1.0",
      "added_tokens": [],
      model: { type: "WordLevel", vocab: { a: 0 }, "unk_token": "a" },
    },
    "tensor-cache.json": { metadata: {}, records },
  };
  await context.route(({ host }) => MODEL_HOSTS.includes(host), async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1)!;
    asked.push(name);
    const headers = { "access-control-allow-origin": "*" };
    if (name in files) return await route.fulfill({ headers, json: files[name] });
    if (name === SHARDS.at(-1)) await released;
    const body = name.endsWith(".wasm") ? "program" : "x".repeat(SHARD_BYTES);
    // The page may have given up meanwhile.
    await route.fulfill({ headers, body }).catch(() => {});
  });
  return { asked, release };
}
