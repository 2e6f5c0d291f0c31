// Copyright 2026 the Rivulet authors. MIT license.

const OPTIONS = '{ baseUrl: "http://localhost:11434", model: "all-minilm", timeoutMs: 60_000 }';

/** What a program does behind an example that is but a function. */
export const calls: Readonly<Record<string, string>> = {
  "_internal/core/types.ts, Show an answer until the user has seen enough": `
import { ollama } from "@rivulet/llm";
const config = { baseUrl: "http://localhost:11434", model: "llama3.1:8b" };
await show(ollama, config, new AbortController());`,
  "_internal/core/embedding_error.ts, Tell a stopped server from a missing model": `
console.log(await describe(new OllamaEmbeddingClient(${OPTIONS})));`,
  "embedding/mod.ts, Search texts by meaning": `
console.log(await search(["searches folders", "plays music"], "find a file"));`,
  "embedding/ollama_client.ts, Embed two texts": `
console.log(await compare("searches folders", "finds a file"));`,
  "embedding/openai_compatible_client.ts, Compare two texts with LM Studio": `
console.log(await compare("searches folders", "finds a file"));`,
  "embedding/ollama_client.ts, Build an index with progress": `
import { OllamaEmbeddingClient as Client } from "@rivulet/llm/embedding";
console.log(await buildIndex(new Client(${OPTIONS}), ["searches folders", "plays music"]));`,
};
