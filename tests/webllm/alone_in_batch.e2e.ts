// Copyright 2026 the Rivulet authors. MIT license.

// Whether the vector of a text depends on its neighbours, with a real model on a real graphics
// card: see docs/webllm.md. RIVULET_EMBEDDING_MODEL names the model, which is downloaded, and
// RIVULET_APP_CONFIG a file with a list of models, where it is not the engine's own.

import { assert } from "@std/assert";
import { createWebLLMEmbeddingClient } from "@rivulet/llm/webllm";
import { installWebgpuShims } from "../../demo/terminal/webgpu_shims.ts";
import { hasGraphics } from "../support/graphics.ts";
import { largestDifference } from "./support/alone_in_batch.ts";

/** What rounding may make of it. */
const TOLERANCE = 1e-4;

const model = Deno.env.get("RIVULET_EMBEDDING_MODEL");
const listFile = Deno.env.get("RIVULET_APP_CONFIG");

Deno.test({
  name: "a real model makes of a text the same vector alone as beside others",
  ignore: !hasGraphics || model === undefined,
  // The engine does not read all that it takes out of the cache.
  sanitizeResources: false,
  async fn() {
    installWebgpuShims(() => {});
    const client = createWebLLMEmbeddingClient({
      model,
      allowModelDownload: true,
      appConfig: listFile === undefined ? undefined : JSON.parse(await Deno.readTextFile(listFile)),
    });
    try {
      const difference = await largestDifference((texts) => client.embedBatch(texts));
      assert(difference < TOLERANCE, `A vector moved by ${difference}`);
    } finally {
      await client.unload();
    }
  },
});
