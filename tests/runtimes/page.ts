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

interface Waiting {
  resolve(value: string): void;
  reject(error: Error): void;
}

const waiting = new Map<number, Waiting>();
let lastId = 0;
let line: Promise<WebSocket> | undefined;

/** Lets the test process do something. */
async function call(method: string, ...values: unknown[]): Promise<string> {
  const socket = await (line ??= openLine());
  const id = ++lastId;
  return await new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    socket.send(JSON.stringify([id, method, ...values]));
  });
}

function openLine(): Promise<WebSocket> {
  const socket = new WebSocket(new URL("/orders", location.href.replace("http", "ws")));
  socket.onmessage = ({ data }) => {
    const { id, value, error } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id)!;
    waiting.delete(id);
    if (error === undefined) resolve(value);
    else reject(new Error(`The test process failed: ${error}`));
  };
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(socket);
    socket.onerror = () => reject(new Error("The test process does not answer"));
  });
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
