// Copyright 2026 the Rivulet authors. MIT license.

import { readdirSync } from "node:fs";

const entries = readdirSync(".").filter((name) => name.endsWith(".entry.js"));

export default entries.map((entry) => ({
  mode: "production",
  entry: `./${entry}`,
  experiments: { outputModule: true },
  output: { module: true, path: `${import.meta.dirname}/build/webpack`, filename: entry },
  externalsType: "module",
  externals: { "@mlc-ai/web-llm": "@mlc-ai/web-llm" },
}));
