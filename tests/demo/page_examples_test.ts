// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { EXAMPLES } from "../../demo/page/ask/examples.tsx";
import { Ranker } from "../../demo/page/search/ranker.ts";
import { NO_FILTERS } from "../../demo/stars/filters.ts";
import { sampleCollection } from "../../demo/stars/sample.ts";

Deno.test("the first match of each example fits it", () => {
  const ranker = new Ranker();
  ranker.add(sampleCollection.repositories);
  const first = EXAMPLES.map((question) =>
    ranker.rank({ question, filters: NO_FILTERS, sort: "best", meaning: undefined, limit: 1 })
      .names[0]
  );
  assertEquals(first, ["BurntSushi/ripgrep", "ollama/ollama", "apache/echarts"]);
});
