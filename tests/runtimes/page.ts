// Copyright 2026 the Rivulet authors. MIT license.

// The portable tests in a browser, as a page and as a worker. The servers are those of the test
// process, which is reached at the page's own address.

import type { Host, TestServer } from "./host.ts";
import { portableTests } from "./portable.ts";

/** What the page offers to the test process: runs a test by its name and tells why it failed. */
export interface PortablePage {
  runInPage: typeof runTest;
  runInWorker: typeof runTest;
}

const browserHost: Host = {
  hidesRedirects: true,
  async startServer(answers) {
    const base = await call("startServer", answers);
    const server = (method: keyof TestServer) => async (value?: number | string) => {
      await call(method, base, value);
    };
    const connections = async () => Number(await call("connections", base));
    return {
      base,
      asked: server("asked"),
      clientGone: server("clientGone"),
      connections,
      breakOff: server("breakOff"),
      close: server("close"),
    };
  },
};

async function call(method: string, ...values: unknown[]): Promise<string> {
  const response = await fetch(`/${method}`, { method: "POST", body: JSON.stringify(values) });
  if (!response.ok) throw new Error(`The test process could not do "${method}"`);
  return await response.text();
}

async function runTest(name: string): Promise<string | undefined> {
  const found = portableTests.find((test) => test.name === name);
  if (found === undefined) return `There is no test "${name}"`;
  try {
    await found.run(browserHost);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
  }
}

let worker: Worker | undefined;

function runInWorker(name: string): Promise<string | undefined> {
  const started = worker ??= new Worker("./page.js", { type: "module" });
  return new Promise((resolve, reject) => {
    started.onmessage = ({ data }) => resolve(data);
    started.onerror = ({ message }) => reject(new Error(message));
    started.postMessage(name);
  });
}

if ("document" in globalThis) {
  Object.assign(globalThis, { runInPage: runTest, runInWorker });
} else {
  globalThis.onmessage = async ({ data }: MessageEvent<string>) => {
    globalThis.postMessage(await runTest(data));
  };
}
