// Copyright 2026 the Rivulet authors. MIT license.

import { mustRun } from "../support/commands.ts";
import { faultsOfBundles } from "./bundles.ts";
import { askPage, build, runInDeno } from "./programs.ts";
import { ANSWER, type ConsumerServer } from "./server.ts";

/** A project that uses the package. */
export interface Consumer {
  /** The folder of the project. */
  readonly folder: string;
  readonly expected: string;
  /** What it says, or undefined where it cannot run here. */
  run(folder: string, server: ConsumerServer): Promise<string | undefined>;
}

/** What `types/api.ts` says where its types and its values are right. */
const TYPED = JSON.stringify([
  { city: "Oslo", population: 1, founded: 1048 },
  { city: "Oslo", tags: [] },
  { city: "Oslo", tags: [] },
  { city: "Oslo", founded: "1048" },
  { city: "Oslo", founded: "1048" },
  "format: The answer does not fit the schema: " +
  "city: Invalid input: expected string, received number",
  true,
]);

/** All of them, by their names. */
export const consumers: Record<string, Consumer> = {
  deno: {
    folder: "deno",
    expected: ANSWER,
    run: async (folder, { baseUrl }) => await runInDeno(folder, "main.ts", baseUrl),
  },
  node: {
    folder: "node",
    expected: ANSWER,
    async run(folder, { baseUrl }) {
      await build(folder, "build");
      return await mustRun(["node", "build/main.js", baseUrl], folder);
    },
  },
  "types on Deno": {
    folder: "types",
    expected: TYPED,
    run: async (folder) => (await runInDeno(folder, "api.ts")).trim(),
  },
  "types on Node": {
    folder: "types",
    expected: TYPED,
    async run(folder) {
      await build(folder, "check:node");
      return (await mustRun(["node", "build/api.js"], folder)).trim();
    },
  },
  "types on Bun": {
    folder: "types",
    expected: TYPED,
    async run(folder) {
      await build(folder, "check:bun");
      const bun = `${folder}/node_modules/@oven/bun-linux-x64/bin/bun`;
      return (await mustRun([bun, "api.ts"], folder)).trim();
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

/** What an app does not import is not in its bundle. */
async function bundledAlone(folder: string): Promise<string> {
  const faults = await faultsOfBundles(folder, () => build(folder, "build"));
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
