// Copyright 2026 the Rivulet authors. MIT license.

import assert from "node:assert/strict";
import { MemoryVectorStore } from "@langchain/classic/vectorstores/memory";
import { RivuletEmbeddings } from "./langchain.ts";

const texts = ["apple", "bread", "cheese"];
const store = await MemoryVectorStore.fromTexts(texts, [{}, {}, {}], new RivuletEmbeddings());
const found = await store.similaritySearch("butter", 1);
assert.deepEqual(found.map(({ pageContent }) => pageContent), ["bread"]);
process.stdout.write("passed");
