// Copyright 2026 the Rivulet authors. MIT license.

export default {
  mode: "production",
  entry: { main: "./js/esbuild.js" },
  output: { path: `${import.meta.dirname}/build`, filename: "[name].js" },
  // The sources name each other as they were.
  resolve: { extensionAlias: { ".ts": [".js"] } },
  performance: { hints: false },
};
