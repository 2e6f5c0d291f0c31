// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Builds and runs the consumers: `deno task test:consumers`, with names to run only some.
 *
 * @module
 */

import { gzipSync } from "node:zlib";
import { chromiumPath, launchChromium, SOFTWARE_WEBGPU } from "../support/chromium.ts";
import { mustRun, root } from "../support/commands.ts";
import { ANSWER, ConsumerServer } from "./server.ts";

/** `topK` alone, gzipped. */
const MAX_BUNDLE_BYTES = 1500;

/** A project that uses the package. */
interface Consumer {
  /** The folder of the project. */
  readonly folder: string;
  readonly expected: string;
  /** What it says, or undefined where it cannot run here. */
  run(folder: string, server: ConsumerServer): Promise<string | undefined>;
}

const consumers: Record<string, Consumer> = {
  deno: {
    folder: "deno",
    expected: ANSWER,
    async run(folder, { baseUrl }) {
      const path = `${folder}/deno.json`;
      const config = JSON.parse(await Deno.readTextFile(path));
      await Deno.writeTextFile(path, JSON.stringify({ ...config, links: [root.pathname] }));
      await mustRun([Deno.execPath(), "check", "main.ts"], folder);
      return await mustRun([Deno.execPath(), "run", "--allow-net", "main.ts", baseUrl], folder);
    },
  },
  node: {
    folder: "node",
    expected: ANSWER,
    async run(folder, { baseUrl }) {
      await build(folder, "build");
      return await mustRun(["node", "build/main.js", baseUrl], folder);
    },
  },
  browser: {
    folder: "browser",
    expected: ANSWER,
    async run(folder, server) {
      await build(folder, "build");
      return await askPage(server);
    },
  },
  bundlers: { folder: "bundlers", expected: "small", run: bundledAlone },
  "WebLLM built by esbuild": webllmConsumer("build:esbuild"),
  "WebLLM built by Vite": webllmConsumer("build:vite"),
  "WebLLM built by webpack": webllmConsumer("build:webpack"),
};

/**
 * Each bundler puts `topK` alone into one small file: no provider and no engine. Their bytes decide,
 * since each shortens names in its own way.
 */
async function bundledAlone(folder: string): Promise<string> {
  await build(folder, "build");
  const files = await Array.fromAsync(Deno.readDir(`${folder}/build`), ({ name }) => name);
  const faults: string[] = [];
  if (files.toSorted().join() !== "esbuild.js,rollup.js,webpack.js") faults.push(files.join());
  for (const file of files) {
    const script = await Deno.readTextFile(`${folder}/build/${file}`);
    const { length } = gzipSync(script, { level: 9 });
    if (length > MAX_BUNDLE_BYTES) faults.push(`${file} has ${length} bytes`);
    if (/Provider|web-llm/.test(script)) faults.push(`${file} holds a provider`);
    const found = await mustRun(["node", `build/${file}`], folder);
    if (found !== "1") faults.push(`${file} found ${found}`);
  }
  return faults.length === 0 ? "small" : faults.join("; ");
}

/** The engine, 6 MB, is for the worker alone. */
function webllmConsumer(script: string): Consumer {
  return {
    folder: "webllm",
    expected: "false, download-required, 1 large file",
    async run(folder, server) {
      await build(folder, script);
      const said = await askPage(server);
      return said && `${said}, ${server.largeFiles.length} large file`;
    },
  };
}

async function askPage({ baseUrl }: ConsumerServer): Promise<string | undefined> {
  if (chromiumPath === undefined) return undefined;
  const browser = await launchChromium(SOFTWARE_WEBGPU);
  try {
    const page = await browser.newPage();
    await page.goto(baseUrl);
    await page.waitForFunction(() => "answer" in globalThis);
    type Page = { answer(baseUrl: string): Promise<string> };
    return await page.evaluate((url) => (globalThis as unknown as Page).answer(url), baseUrl);
  } finally {
    await browser.close();
  }
}

/** The package of npm, the same one for all. */
const packed = await Deno.makeTempDir();
await mustRun(
  [Deno.execPath(), "pack", "--allow-dirty", "--output", `${packed}/package.tgz`],
  root,
);

async function build(folder: string, script: string): Promise<void> {
  await Deno.copyFile(`${packed}/package.tgz`, `${folder}/package.tgz`);
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "./package.tgz"], folder);
  await mustRun(["npm", "run", script], folder);
}

async function copyInto(folder: string, name: string): Promise<void> {
  const from = new URL(`./${name}/`, import.meta.url);
  for await (const { name: file } of Deno.readDir(from)) {
    await Deno.copyFile(new URL(file, from), `${folder}/${file}`);
  }
}

async function runConsumer(
  name: string,
  consumer: Consumer,
): Promise<"passed" | "failed" | "ignored"> {
  const folder = await Deno.makeTempDir();
  await using server = new ConsumerServer(`${folder}/build`);
  try {
    await copyInto(folder, consumer.folder);
    const output = await consumer.run(folder, server);
    if (output === undefined) return "ignored";
    if (output === consumer.expected) return "passed";
    await print(`${name} said ${JSON.stringify(output)}\n`);
  } catch (error) {
    await print(`${name}: ${Deno.inspect(error)}\n`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return "failed";
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const counts = { passed: 0, failed: 0, ignored: 0 };
const wanted = Object.entries(consumers).filter(([name]) =>
  Deno.args.length === 0 || Deno.args.some((part) => name.includes(part))
);
// Side by side: each waits for a registry most of the time.
await Promise.all(wanted.map(async ([name, consumer]) => {
  counts[await runConsumer(name, consumer)]++;
}));
await Deno.remove(packed, { recursive: true });
const verdict = counts.failed === 0 ? "ok" : "FAILED";
await print(
  `${verdict} | ${counts.passed} passed | ${counts.failed} failed | ${counts.ignored} ignored (consumers)\n`,
);
if (counts.failed > 0) Deno.exit(1);
