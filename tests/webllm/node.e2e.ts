// Copyright 2026 the Rivulet authors. MIT license.

/// <reference lib="deno.unstable" />

import { assertEquals } from "@std/assert";

const node = await new Deno.Command("node", { args: ["--version"] }).output().catch(() =>
  undefined
);

Deno.test({
  name: "the WebLLM provider and the embedding client work with the fake engine in Node",
  ignore: node === undefined,
  async fn() {
    const { outputFiles = [], errors } = await Deno.bundle({
      entrypoints: [new URL("./support/node.ts", import.meta.url).pathname],
      platform: "deno",
      packages: "external",
      write: false,
    });
    assertEquals(errors, []);
    const file = await Deno.makeTempFile({ suffix: ".mjs" });
    try {
      await Deno.writeTextFile(file, outputFiles[0]!.text());
      const { stdout, stderr } = await new Deno.Command("node", { args: [file] }).output();
      const [output, problem] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      assertEquals([output, problem], ["26 aborts\n", ""]);
    } finally {
      await Deno.remove(file);
    }
  },
});
