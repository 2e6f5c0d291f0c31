// Copyright 2026 the Rivulet authors. MIT license.

export default {
  mode: "production",
  entry: "./main.js",
  experiments: { outputModule: true },
  output: { module: true, path: `${import.meta.dirname}/build`, filename: "webpack.js" },
  externalsType: "module",
  externals: { "@mlc-ai/web-llm": "@mlc-ai/web-llm" },
};
