// Copyright 2026 the Rivulet authors. MIT license.

export default {
  mode: "production",
  entry: "./main.js",
  output: { path: `${import.meta.dirname}/build`, filename: "webpack.js" },
  // Without this rule webpack keeps each class that extends another one and has a constructor, and
  // with it all that it imports.
  module: { rules: [{ test: /@rivulet/, sideEffects: false }] },
};
