// Copyright 2026 the Rivulet authors. MIT license.

// Another app at the origin of the page, as all are that take turns at one port of localhost.

import type { Page } from "playwright-core";
import type { PageFile } from "../../demo/build/page_files.ts";

const MODELS = "https://huggingface.co/mlc-ai";
const PROGRAMS = "https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main";

/** What it keeps of models: one that the page does not know, and one that the page offers as well. */
const MODEL_FILES: readonly [cache: string, url: string][] = [
  ["webllm/model", `${MODELS}/SmolLM2-360M-Instruct-q4f16_1-MLC/resolve/main/params_shard_0.bin`],
  ["webllm/config", `${MODELS}/SmolLM2-360M-Instruct-q4f16_1-MLC/resolve/main/chat.json`],
  ["webllm/wasm", `${PROGRAMS}/SmolLM2-360M-Instruct-q4f16_1_cs1k-webgpu.wasm`],
  ["webllm/model", `${MODELS}/Qwen3-1.7B-q4f32_1-MLC/resolve/main/params_shard_0.bin`],
];

/** The files of the app, in a folder of its own. */
export const neighbourFiles: Record<string, PageFile> = {
  "other/": file("text/html", "<!doctype html><title>Another app</title>"),
  "other/worker.js": file("text/javascript", "addEventListener('fetch', () => {});"),
};

/**
 * Has the app keep something of each kind, in the tab of this page, which comes back. Resolves with
 * what the app keeps now.
 */
export async function keepAsNeighbour(page: Page, url: string): Promise<string[]> {
  // What the page keeps at its first visit is not the app's.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const before = await listOrigin(page);
  await page.goto(`${url}other/`);
  await page.evaluate(keepSome, MODEL_FILES);
  const kept = (await listOrigin(page)).filter((line) => !before.includes(line));
  await page.goto(url);
  await page.locator(".card").first().waitFor();
  return kept;
}

/** Everything that the origin keeps, and this tab, a line each. */
export function listOrigin(page: Page): Promise<string[]> {
  return page.evaluate(readOrigin);
}

/** Runs in a page of the app. */
export async function keepSome(modelFiles: readonly [cache: string, url: string][]): Promise<void> {
  localStorage.setItem("draft", "a letter");
  // Names that are only almost those of the page.
  localStorage.setItem("ask-starship", "1");
  localStorage.setItem("my-ask-stars", "1");
  sessionStorage.setItem("step", "2");
  for (const [name, address] of [["other-app", "/other/notes"] as const, ...modelFiles]) {
    await (await caches.open(name)).put(address, new Response("12345"));
  }
  const opening = indexedDB.open("notes");
  await new Promise((resolve, reject) => {
    opening.onsuccess = resolve;
    opening.onerror = reject;
  });
  opening.result.close();
  await navigator.serviceWorker.register("/other/worker.js");
}

/** Runs in a page of the origin. */
export async function readOrigin(): Promise<string[]> {
  const files = async (name: string) => {
    const requests = await (await caches.open(name)).keys();
    return [`cache ${name}`, ...requests.map(({ url }) => `cache ${name} ${url}`)];
  };
  const workers = await navigator.serviceWorker.getRegistrations();
  const lines = [
    ...Object.entries(localStorage).map((entry) => `local ${entry}`),
    ...Object.entries(sessionStorage).map((entry) => `session ${entry}`),
    ...(await Promise.all((await caches.keys()).map(files))).flat(),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
    ...workers.map(({ scope }) => `worker ${scope}`),
  ];
  return lines.toSorted();
}

function file(type: string, text: string): PageFile {
  return { contents: new TextEncoder().encode(text), type };
}
