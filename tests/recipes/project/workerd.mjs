// Copyright 2026 the Rivulet authors. MIT license.

// The first recipe in workerd, on the port of the environment.

import { build } from "esbuild";
import { Miniflare } from "miniflare";

const { outputFiles: [{ text: script }] } = await build({
  entryPoints: ["answer.ts"],
  bundle: true,
  format: "esm",
  write: false,
  external: ["@mlc-ai/web-llm"],
});
await new Miniflare({
  modules: true,
  script,
  host: "127.0.0.1",
  port: Number(process.env.PORT),
  compatibilityDate: "2026-04-01",
  compatibilityFlags: ["enable_request_signal"],
}).ready;
