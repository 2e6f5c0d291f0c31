// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Builds and runs the consumers: `deno task test:consumers`.
 *
 * @module
 */

import { gzipSync } from "node:zlib";
import { chromiumPath, launchChromium } from "../support/chromium.ts";
import { mustRun, root } from "../support/commands.ts";

/** `topK` alone, gzipped. */
const MAX_BUNDLE_BYTES = 1500;

const ANSWER = "Hello 🌍!";
const HEADERS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

/** A server that answers, and that gives the files of a folder to a browser. */
function startServer(folder: string): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async ({ method, url }) => {
    const { pathname } = new URL(url);
    if (method === "OPTIONS") return new Response(null, { headers: HEADERS });
    if (method === "POST") return new Response(answerBody(), { headers: HEADERS });
    if (pathname === "/") {
      const page = '<!doctype html><script type="module" src="/main.js"></script>';
      return new Response(page, { headers: { "content-type": "text/html" } });
    }
    if (!pathname.endsWith(".js")) return new Response("", { status: 404 });
    const script = await Deno.readTextFile(`${folder}/build${pathname}`);
    return new Response(script, { headers: { "content-type": "text/javascript" } });
  });
}

function answerBody(): string {
  const chunks = [...ANSWER].map((content) =>
    JSON.stringify({ choices: [{ delta: { content } }] })
  );
  return [...chunks, "[DONE]"].map((data) => `data: ${data}\n\n`).join("");
}

/** What a consumer prints, or undefined where it cannot run here. */
type Consumer = (folder: string, baseUrl: string) => Promise<string | undefined>;

const consumers: Record<string, Consumer> = {
  async deno(folder, baseUrl) {
    const path = `${folder}/deno.json`;
    const config = JSON.parse(await Deno.readTextFile(path));
    await Deno.writeTextFile(path, JSON.stringify({ ...config, links: [root.pathname] }));
    await mustRun([Deno.execPath(), "check", "main.ts"], folder);
    return await mustRun([Deno.execPath(), "run", "--allow-net", "main.ts", baseUrl], folder);
  },
  async node(folder, baseUrl) {
    await installPackage(folder);
    await mustRun(["npm", "run", "build"], folder);
    return await mustRun(["node", "build/main.js", baseUrl], folder);
  },
  bundlers: bundledAlone,
  async browser(folder, baseUrl) {
    await installPackage(folder);
    await mustRun(["npm", "run", "build"], folder);
    if (chromiumPath === undefined) return undefined;
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(baseUrl);
      await page.waitForFunction(() => "answer" in globalThis);
      type Page = { answer(baseUrl: string): Promise<string> };
      return await page.evaluate((url) => (globalThis as unknown as Page).answer(url), baseUrl);
    } finally {
      await browser.close();
    }
  },
};

/**
 * Each bundler puts `topK` alone into one small file: no provider and no engine. Bytes that are in
 * the file or not, since each shortens names in its own way.
 */
async function bundledAlone(folder: string): Promise<string> {
  await installPackage(folder);
  await mustRun(["npm", "run", "build"], folder);
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
  return faults.length === 0 ? ANSWER : faults.join("; ");
}

async function installPackage(folder: string): Promise<void> {
  const pack = `${folder}/package.tgz`;
  await mustRun([Deno.execPath(), "pack", "--allow-dirty", "--output", pack], root);
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "./package.tgz"], folder);
}

async function copyInto(folder: string, name: string): Promise<void> {
  const from = new URL(`./${name}/`, import.meta.url);
  for await (const { name: file } of Deno.readDir(from)) {
    await Deno.copyFile(new URL(file, from), `${folder}/${file}`);
  }
}

async function runConsumer(
  name: string,
  consume: Consumer,
): Promise<"passed" | "failed" | "ignored"> {
  const folder = await Deno.makeTempDir();
  const server = startServer(folder);
  try {
    await copyInto(folder, name);
    const output = await consume(folder, `http://127.0.0.1:${server.addr.port}`);
    if (output === undefined) return "ignored";
    if (output === ANSWER) return "passed";
    await print(`${name} printed ${JSON.stringify(output)}\n`);
  } catch (error) {
    await print(`${name}: ${Deno.inspect(error)}\n`);
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
  return "failed";
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const counts = { passed: 0, failed: 0, ignored: 0 };
for (const [name, consume] of Object.entries(consumers)) counts[await runConsumer(name, consume)]++;
const verdict = counts.failed === 0 ? "ok" : "FAILED";
await print(
  `${verdict} | ${counts.passed} passed | ${counts.failed} failed | ${counts.ignored} ignored (consumers)\n`,
);
if (counts.failed > 0) Deno.exit(1);
