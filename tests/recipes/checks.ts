// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { chromiumPath } from "../support/chromium.ts";
import { mustRun } from "../support/commands.ts";
import { checkAnswers, checkEvents, checkLeaving, type Failure } from "./http_checks.ts";
import { ENDLESS, TALKING } from "./model_server.ts";
import { type Project, runToEnd, serveRecipe } from "./project.ts";

/** A recipe in a framework on a runtime. */
export interface Check {
  readonly recipe: string;
  /** The npm package whose version is told, where it has one. */
  readonly framework?: string;
  readonly where: Where;
  /** Rejects where the recipe does not do what it says; false where it cannot run here. */
  run(project: Project): Promise<void | false>;
}

export type Where = "Node" | "Deno" | "Bun" | "workerd" | "TypeScript" | "Chromium";

/** Serves a recipe and asks it as a client does. */
function served(failure: Failure, command: (project: Project) => string[]): Check["run"] {
  return async (project) => {
    await using _server = await serveRecipe(project, command(project));
    await checkAnswers(project, { failure, endless: ENDLESS });
  };
}

/** Runs a file of `project/`, which says that it passed. */
function driven(file: string, program: "node" | "bun" = "node") {
  return async (project: Project) => {
    assertEquals(await runToEnd(project, [project.programs[program], file]), "passed");
  };
}

/** Runs such a file, which leaves an endless answer, until the model knows of that. */
function leaving(file: string, program: "node" | "bun" = "node"): Check["run"] {
  return (project) => checkLeaving(project.model, () => driven(file, program)(project));
}

/** The flags with which Deno runs a file among packages of npm. */
const DENO_FLAGS = ["-A", "--quiet", "--no-lock", "--no-config", "--node-modules-dir=manual"];

function denoServe({ programs, port }: Project, file: string): string[] {
  const address = ["--host", "127.0.0.1", "--port", String(port)];
  return [programs.deno, "serve", ...DENO_FLAGS, ...address, file];
}

async function build({ programs, folder }: Project, args: string[]): Promise<void> {
  const esbuild = `${folder}/node_modules/esbuild/bin/esbuild`;
  await mustRun([programs.node, esbuild, ...args], folder);
}

const serveAnswer = served("a broken answer", ({ programs }) => [programs.node, "serve.ts"]);

/** All checks, in the order of docs/recipes.md. */
export const checks: Check[] = [
  {
    recipe: "All of them, type-checked",
    framework: "typescript",
    where: "TypeScript",
    async run({ programs, folder }) {
      await mustRun([programs.node, programs.tsc], folder);
    },
  },
  {
    recipe: "Express",
    framework: "express",
    where: "Node",
    run: served("its words and 502", ({ programs }) => [programs.node, "express.ts"]),
  },
  {
    recipe: "Hono",
    framework: "hono",
    where: "Node",
    run: served("its words", ({ programs }) => [programs.node, "hono.ts"]),
  },
  {
    recipe: "Response",
    where: "Deno",
    run: served("a broken answer", (project) => denoServe(project, "answer.ts")),
  },
  {
    recipe: "Response",
    where: "Bun",
    run: served("a broken answer", ({ programs }) => [programs.bun, "answer.ts"]),
  },
  { recipe: "Response", framework: "@hono/node-server", where: "Node", run: serveAnswer },
  {
    recipe: "Response",
    framework: "miniflare",
    where: "workerd",
    async run(project) {
      await build(project, ["answer.ts", "--bundle", "--format=esm", "--outfile=workerd.js"]);
      const { programs } = project;
      await using _server = await serveRecipe(project, [programs.node, "serve_workerd.mjs"]);
      // It ends an answer whose stream fails, and sees at the next token that a client has left.
      await checkAnswers(project, { failure: "an empty answer", endless: TALKING });
    },
  },
  {
    recipe: "Server-sent events",
    where: "Chromium",
    async run(project) {
      if (chromiumPath === undefined) return false;
      await build(project, ["page.ts", "--outfile=page.js"]);
      await using _server = await serveRecipe(project, denoServe(project, "events.ts"));
      await checkEvents(project);
    },
  },
  {
    recipe: "Next",
    framework: "next",
    where: "Node",
    run: served("a broken answer", ({ programs: { node }, port }) => {
      const next = "node_modules/next/dist/bin/next";
      return [node, next, "dev", "--hostname", "127.0.0.1", "--port", String(port)];
    }),
  },
  { recipe: "React", framework: "react", where: "Node", run: leaving("react.mjs") },
  { recipe: "Vue", framework: "vue", where: "Node", run: leaving("vue.mjs") },
  {
    recipe: "Svelte",
    framework: "svelte",
    where: "Node",
    async run(project) {
      // Node would take the half of Svelte that renders on a server.
      const command = [project.programs.node, "--conditions=browser", "svelte.mjs"];
      await checkLeaving(project.model, () => runToEnd(project, command));
    },
  },
  {
    recipe: "AI SDK",
    framework: "ai",
    where: "Node",
    async run(project) {
      const { programs: { node }, port } = project;
      await using _server = await serveRecipe(project, [node, "serve_chat.mjs"]);
      const ask = [node, "ask_chat.mjs", `http://127.0.0.1:${port}/api/chat`];
      await checkLeaving(project.model, () => runToEnd(project, ask));
    },
  },
  {
    recipe: "Relay",
    framework: "hono",
    where: "Node",
    async run(project) {
      const { programs: { node }, port } = project;
      await using _server = await serveRecipe(project, [node, "relay.ts"]);
      const ask = [node, "ask_relay.mjs", `http://127.0.0.1:${port}`];
      await checkLeaving(project.model, () => runToEnd(project, ask));
    },
  },
  {
    recipe: "Resumable answers",
    where: "Deno",
    async run(project) {
      await using _server = await serveRecipe(project, denoServe(project, "resumable.ts"));
      const server = `http://127.0.0.1:${project.port}`;
      await runToEnd(project, [project.programs.node, "ask_resumable.mjs", server]);
    },
  },
  { recipe: "Conversation", where: "Node", run: driven("terminal.mjs") },
  { recipe: "Fallback", where: "Node", run: driven("fallback.mjs") },
  { recipe: "Zod", framework: "zod", where: "Node", run: driven("objects.mjs") },
  { recipe: "Tools", where: "Node", run: driven("agent.mjs") },
  { recipe: "Markdown", where: "Node", run: driven("notes.mjs") },
  { recipe: "SQLite", framework: "sqlite-vec", where: "Node", run: driven("sqlite.mjs") },
  { recipe: "pgvector", framework: "pgvector", where: "Node", run: driven("pgvector.mjs") },
  {
    recipe: "LangChain",
    framework: "@langchain/core",
    where: "Node",
    run: driven("langchain.mjs"),
  },
  {
    recipe: "Worker",
    where: "Deno",
    async run(project) {
      const command = [project.programs.deno, "run", ...DENO_FLAGS, "worker.mjs"];
      await checkLeaving(project.model, () => runToEnd(project, command));
    },
  },
  { recipe: "Worker", where: "Bun", run: leaving("worker.mjs", "bun") },
  {
    recipe: "Mock Service Worker",
    framework: "msw",
    where: "Node",
    async run(project) {
      await runToEnd(project, [project.programs.node, "--test", "answer.test.ts"]);
    },
  },
  {
    recipe: "OpenTelemetry",
    framework: "@opentelemetry/api",
    where: "Node",
    run: driven("traced.mjs"),
  },
  { recipe: "Gemini", where: "Node", run: driven("gemini.mjs") },
  { recipe: "Pull a model", where: "Node", run: driven("pull.mjs") },
];
